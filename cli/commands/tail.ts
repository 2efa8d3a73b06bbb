import { isCliError, usageError } from "../definition/cli-error";
import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printJsonLine, printLine, printProgress, wantsJsonOutput } from "../print/printer";
import { instantText } from "../print/status-words";
import { toTerminalLine } from "../print/terminal-text";

interface ListedAuditEntry {
  id: string;
  at: string;
  actor: string | null;
  action: string;
  subject: string | null;
}

interface ListedAlert {
  id: string;
  state: string;
  severity: string | null;
  title: string;
  started_at: string;
  ended_at: string | null;
  last_seen_at: string;
}

/** Something new, with a key by which it is shown once. */
interface TailEvent {
  key: string;
  at: string;
  kind: "audit" | "alert";
  text: string;
  value: unknown;
}

const usualIntervalSeconds = 10;
const leastIntervalSeconds = 5;
const maxRemembered = 2000;
/** Entries that are shown when it starts. */
const firstShown = 10;

const auditEvent = (entry: ListedAuditEntry): TailEvent => ({
  key: entry.id,
  at: entry.at,
  kind: "audit",
  text: [entry.actor ?? "unknown", entry.action, entry.subject ?? ""].filter(Boolean).join("  "),
  value: entry,
});

/** An alert is news when it starts and when it ends. */
const alertEvent = (alert: ListedAlert): TailEvent => ({
  key: `${alert.id} ${alert.started_at} ${alert.state}`,
  at: alert.ended_at ?? alert.started_at,
  kind: "alert",
  text: [alert.state, alert.severity ?? "", alert.title].filter(Boolean).join("  "),
  value: alert,
});

async function readEvents({ options, session }: CommandCall): Promise<TailEvent[]> {
  const [entries, alerts] = await Promise.all([
    options.only === "alerts" ? [] : session.onPage<ListedAuditEntry[]>("/audit"),
    options.only === "audit" ? [] : session.onPage<ListedAlert[]>("/alerts"),
  ]);
  return [...entries.map(auditEvent), ...alerts.map(alertEvent)].sort((one, other) => one.at.localeCompare(other.at));
}

function printEvent(call: CommandCall, { at, kind, text, value }: TailEvent): void {
  if (wantsJsonOutput(call)) printJsonLine(call, { kind, at, ...(value as object) });
  else printLine(call, `${instantText(at)}  ${kind.padEnd(5)}  ${toTerminalLine(text)}`);
}

function intervalOf({ options: { interval } }: CommandCall): number {
  const seconds = interval === undefined ? usualIntervalSeconds : Number(interval);
  if (seconds >= leastIntervalSeconds && seconds <= 3600) return seconds * 1000;
  throw usageError(`--interval is a number of seconds from ${leastIntervalSeconds} to 3600.`);
}

/** Shows what is not known yet, and remembers it. */
function showNew(call: CommandCall, known: Set<string>, events: readonly TailEvent[]): void {
  for (const event of events) {
    if (known.has(event.key)) continue;
    known.add(event.key);
    printEvent(call, event);
  }
  const current = new Set(events.map(({ key }) => key));
  for (const key of known) {
    if (known.size <= maxRemembered) break;
    if (!current.has(key)) known.delete(key);
  }
}

/** Reads what is there; a deployment that is out of reach for a while is said, and asked again. */
async function readEventsAgain(call: CommandCall): Promise<TailEvent[]> {
  try {
    return await readEvents(call);
  } catch (error) {
    if (!isCliError(error) || error.exitCode !== exitCodes.outOfReach) throw error;
    printProgress(call, error.message);
    return [];
  }
}

/** `upfront tail`: two requests at a time, so that a minute takes a tenth of the token's budget. */
export async function tailPageCommand(call: CommandCall): Promise<number> {
  const interval = intervalOf(call);
  const { machine, options } = call;
  const before = await readEvents(call);
  const known = new Set(before.slice(0, -firstShown).map(({ key }) => key));
  showNew(call, known, before);
  if (options.once === true) return exitCodes.done;
  let isOver = false;
  const over = machine.interrupted.then(() => {
    isOver = true;
  });
  for (;;) {
    await Promise.race([machine.sleep(interval), over]);
    if (isOver) return exitCodes.done;
    showNew(call, known, await readEventsAgain(call));
  }
}
