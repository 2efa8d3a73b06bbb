import { usageError } from "../definition/cli-error";
import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printJson, printLine, printList, printText, wantsJsonOutput } from "../print/printer";
import { instantText, statusWord } from "../print/status-words";
import { toTerminalLine } from "../print/terminal-text";
import { findChosenIncident, type ShownIncident } from "./incident-choice";

const usualLimit = 20;

function limitOf(value: unknown): number {
  if (value === undefined) return usualLimit;
  const limit = Number(value);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return limit;
  throw usageError("--limit is a number from 1 to 100.");
}

/** `upfront incident list`. */
export async function listIncidentsCommand(call: CommandCall): Promise<number> {
  const { options, session } = call;
  const query = new URLSearchParams({ limit: String(limitOf(options.limit)) });
  if (typeof options.search === "string") query.set("q", options.search);
  const path = options.all === true || query.has("q") ? "/incidents" : "/incidents/unresolved";
  const found = await session.onPage<ShownIncident[]>(`${path}?${query}`);
  printList(call, found, {
    heading: ["Id", "Started", "Status", "Impact", "Title"],
    rows: found.map((each) => [
      each.id,
      instantText(each.started_at),
      each.visibility === "draft" ? `${each.status} (draft)` : each.status,
      each.impact,
      each.name,
    ]),
    empty: options.all === true || query.has("q") ? "No incidents." : "No incident is open.",
  });
  return exitCodes.done;
}

function printIncident(call: CommandCall, incident: ShownIncident): void {
  printLine(call, { text: toTerminalLine(incident.name), style: "bold" });
  const draft = incident.visibility === "draft" ? ", draft" : "";
  printLine(
    call,
    `${incident.id}  ${incident.status}${draft}, impact ${incident.impact}, since ${instantText(incident.started_at)}`,
  );
  for (const { name, status } of incident.components) {
    const { mark, word, style } = statusWord(status);
    printLine(call, { text: `${mark} ${word}`, style }, `  ${toTerminalLine(name)}`);
  }
  for (const { status, body, display_at: at } of incident.incident_updates) {
    printLine(call, "\n", { text: `${instantText(at)}  ${status}`, style: "dim" });
    if (body !== "") printText(call, body);
  }
  printLine(call, `\n${incident.shortlink}`);
}

/** `upfront incident show`. */
export async function showIncidentCommand(call: CommandCall): Promise<number> {
  const incident = await findChosenIncident(call);
  if (wantsJsonOutput(call)) printJson(call, incident);
  else printIncident(call, incident);
  return exitCodes.done;
}
