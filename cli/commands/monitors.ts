import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printList, printOutcome } from "../print/printer";
import { instantText } from "../print/status-words";
import type { TextStyle } from "../print/terminal-text";
import { findNamed } from "../session/find-named";

interface ShownMonitor {
  id: string;
  name: string;
  kind: string;
  state: string;
  target: string;
  last_check_at: string | null;
  detail: string;
}

interface CheckFinding {
  verdict: string;
  detail: string;
  milliseconds: number | null;
}

const styles: Readonly<Record<string, TextStyle>> = { up: "green", degraded: "yellow", down: "red", paused: "dim" };

/** `upfront monitor list`. */
export async function listMonitorsCommand(call: CommandCall): Promise<number> {
  const { options, session } = call;
  const query = new URLSearchParams();
  if (typeof options.state === "string") query.set("state", options.state);
  if (typeof options.tag === "string") query.set("tag", options.tag);
  const found = await session.onPage<ShownMonitor[]>(`/monitors?${query}`);
  printList(call, found, {
    heading: ["Id", "State", "Kind", "Last check", "Monitor"],
    rows: found.map(({ id, name, kind, state, last_check_at: at }) => {
      const style = styles[state];
      return [id, { text: state.replaceAll("_", " "), ...(style ? { style } : {}) }, kind, instantText(at), name];
    }),
    empty: "No monitors.",
  });
  return exitCodes.done;
}

/** Finds a monitor by its id or its name; the deployment searches, as there may be many. */
async function chosenMonitor({ args: [typed = ""], session }: CommandCall): Promise<ShownMonitor> {
  if (/^[0-9a-z]{26}$/.test(typed)) return session.onPage<ShownMonitor>(`/monitors/${typed}`);
  const query = new URLSearchParams({ q: typed });
  return findNamed(await session.onPage<ShownMonitor[]>(`/monitors?${query}`), typed, "monitor");
}

/** `upfront monitor check`: its exit code is what the check found. */
export async function checkMonitorCommand(call: CommandCall): Promise<number> {
  const { id, name } = await chosenMonitor(call);
  const found = await call.session.onPage<CheckFinding>(`/monitors/${id}/check`, { method: "POST" });
  const time = found.milliseconds === null ? "" : ` in ${found.milliseconds} ms`;
  printOutcome(call, found, `${name}: ${found.verdict}${time}. ${found.detail}`.trim());
  return found.verdict === "up" ? exitCodes.done : exitCodes.notOperational;
}

async function step(call: CommandCall, verb: "pause" | "resume", done: string): Promise<number> {
  const { id } = await chosenMonitor(call);
  const changed = await call.session.onPage<ShownMonitor>(`/monitors/${id}/${verb}`, { method: "POST" });
  printOutcome(call, changed, `${done} “${changed.name}”.`);
  return exitCodes.done;
}

/** `upfront monitor pause`. */
export const pauseMonitorCommand = (call: CommandCall): Promise<number> => step(call, "pause", "Paused");

/** `upfront monitor resume`. */
export const resumeMonitorCommand = (call: CommandCall): Promise<number> => step(call, "resume", "Resumed");
