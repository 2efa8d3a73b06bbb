import { CliError, usageError } from "../definition/cli-error";
import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printList, printOutcome } from "../print/printer";
import { instantText } from "../print/status-words";
import { findNamed } from "../session/find-named";
import { readMessageText } from "../session/message-text";
import { parseInstantInput, parseLength } from "../session/time-input";
import { resolveComponentIds } from "./incident-choice";

interface ShownMaintenance {
  id: string;
  title: string;
  status: string;
  starts_at: string;
  ends_at: string;
}

const notifying = ({ options }: CommandCall) => (options.notify === false ? { deliver_notifications: false } : {});

const usualLength = "1h";

function windowOf({ options, machine }: CommandCall) {
  const now = machine.now();
  const startsAt = parseInstantInput(typeof options.start === "string" ? options.start : "now", now, "--start");
  const length = parseLength(typeof options.for === "string" ? options.for : usualLength);
  if (length === null) throw usageError(`“${options.for}” is no length for --for. Write it as 90m, 2h or 1d.`);
  return { starts_at: startsAt, ends_at: new Date(Date.parse(startsAt) + length).toISOString() };
}

/** `upfront maintenance plan`. */
export async function planMaintenanceCommand(call: CommandCall): Promise<number> {
  const window = windowOf(call);
  const [body = "", ids] = await Promise.all([readMessageText(call), resolveComponentIds(call)]);
  const components = Object.fromEntries(ids.map((id) => [id, "under_maintenance"]));
  const maintenance = { title: call.args[0] ?? "", body, components, ...window, ...notifying(call) };
  const made = await call.session.onPage<ShownMaintenance>("/maintenances", { method: "POST", body: { maintenance } });
  printOutcome(
    call,
    made,
    `Scheduled “${made.title}” (${made.id}), ${instantText(made.starts_at)} to ${instantText(made.ends_at)}.`,
  );
  return exitCodes.done;
}

const upcomingPath = "/maintenances?filter=upcoming&limit=100";

/** Finds the maintenance by id or title, or the only one in one of these states. Throws CliError. */
async function chosenMaintenance({ args: [typed], session }: CommandCall, states: readonly string[], what: string) {
  const upcoming = await session.onPage<ShownMaintenance[]>(upcomingPath);
  const fitting = upcoming
    .filter(({ status }) => states.includes(status))
    .map((each) => ({ ...each, name: each.title }));
  if (typed !== undefined) return findNamed(fitting, typed, `maintenance window that is ${what}`);
  const [only, ...more] = fitting;
  if (only && more.length === 0) return only;
  if (!only) throw new CliError(`No maintenance window is ${what}.`);
  throw usageError(
    `Several maintenance windows are ${what}. Name one: ${fitting.map(({ id, name }) => `${name} (${id})`).join(", ")}.`,
  );
}

async function move(call: CommandCall, verb: "start" | "complete", states: readonly string[], what: string) {
  const { id } = await chosenMaintenance(call, states, what);
  const body = { maintenance: notifying(call) };
  return call.session.onPage<ShownMaintenance>(`/maintenances/${id}/${verb}`, { method: "POST", body });
}

/** `upfront maintenance start`. */
export async function startMaintenanceCommand(call: CommandCall): Promise<number> {
  const started = await move(call, "start", ["scheduled"], "scheduled");
  printOutcome(call, started, `Started “${started.title}”. It ends ${instantText(started.ends_at)}.`);
  return exitCodes.done;
}

/** `upfront maintenance end`. */
export async function endMaintenanceCommand(call: CommandCall): Promise<number> {
  const ended = await move(call, "complete", ["in_progress", "verifying"], "in progress");
  printOutcome(call, ended, `Completed “${ended.title}”.`);
  return exitCodes.done;
}

/** `upfront maintenance list`. */
export async function listMaintenanceCommand(call: CommandCall): Promise<number> {
  const isPast = call.options.past === true;
  const found = await call.session.onPage<ShownMaintenance[]>(
    isPast ? "/maintenances?filter=past&limit=20" : upcomingPath,
  );
  printList(call, found, {
    heading: ["Id", "Start", "End", "Status", "Title"],
    rows: found.map((each) => [
      each.id,
      instantText(each.starts_at),
      instantText(each.ends_at),
      each.status.replaceAll("_", " "),
      each.title,
    ]),
    empty: isPast ? "There was no maintenance." : "No maintenance is scheduled.",
  });
  return exitCodes.done;
}
