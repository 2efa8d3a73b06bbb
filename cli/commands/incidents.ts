import { usageError } from "../definition/cli-error";
import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printOutcome } from "../print/printer";
import { readMessageText } from "../session/message-text";
import { findChosenIncident, openIncidentOf, resolveComponentStatuses, type ShownIncident } from "./incident-choice";

const textOption = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns whether subscribers are notified; the deployment's own default unless it was forbidden. */
const notifying = ({ options }: CommandCall) => (options.notify === false ? { deliver_notifications: false } : {});

async function typedIncident(call: CommandCall) {
  const [body, components] = await Promise.all([readMessageText(call), resolveComponentStatuses(call)]);
  return {
    title: call.args[0] ?? "",
    body: body ?? "",
    status: textOption(call.options.status),
    components: components ?? {},
  };
}

async function filledIncident(call: CommandCall) {
  const typed = await typedIncident(call);
  const template = textOption(call.options.template);
  if (template === "") return { ...typed, impactOverride: undefined, nextMinutes: undefined };
  const { incidentFromTemplate } = await import("./incident-template");
  return incidentFromTemplate(call, template, typed);
}

/** Returns the key under which the incident is opened once; undefined when none was given. Throws CliError. */
function keyOf({ options: { key } }: CommandCall): string | undefined {
  if (typeof key !== "string") return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw usageError("--key has 1–255 letters, digits and signs of ASCII, without spaces.");
}

/** `upfront incident open`. */
export async function openIncidentCommand(call: CommandCall): Promise<number> {
  const key = keyOf(call);
  const { title, body, status, components, impactOverride, nextMinutes } = await filledIncident(call);
  if (title === "") throw usageError("Give the incident a title, or a --template that has one.");
  const openOne = call.options.unlessOpen === true ? await openIncidentOf(call, title) : undefined;
  if (openOne) {
    printOutcome(call, openOne, `“${openOne.name}” is open already (${openOne.id}): ${openOne.shortlink}`);
    return exitCodes.done;
  }
  const impact = textOption(call.options.impact) || impactOverride;
  const isDraft = call.options.draft === true;
  const incident = {
    name: title,
    body,
    components,
    visibility: isDraft ? "draft" : "published",
    ...(status === "" ? {} : { status }),
    ...(impact === undefined ? {} : { impact_override: impact }),
    ...(nextMinutes === undefined ? {} : { next_update_minutes: nextMinutes }),
    ...notifying(call),
  };
  const made = await call.session.onPage<ShownIncident>("/incidents", { method: "POST", body: { incident }, key });
  const said = isDraft
    ? `Drafted “${made.name}” (${made.id}). Publish it with: upfront incident publish ${made.id}`
    : `Published “${made.name}” (${made.id}): ${made.shortlink}`;
  printOutcome(call, made, said);
  return exitCodes.done;
}

async function changeIncident(call: CommandCall, incident: Record<string, unknown>): Promise<ShownIncident> {
  const { id } = await findChosenIncident(call);
  const body = { incident: { ...incident, ...notifying(call) } };
  return call.session.onPage<ShownIncident>(`/incidents/${id}`, { method: "PATCH", body });
}

/** `upfront incident update`. */
export async function updateIncidentCommand(call: CommandCall): Promise<number> {
  const [body, components] = await Promise.all([readMessageText(call), resolveComponentStatuses(call)]);
  const status = textOption(call.options.status);
  const changes = {
    ...(body === undefined ? {} : { body }),
    ...(components === undefined ? {} : { components }),
    ...(status === "" ? {} : { status }),
  };
  if (Object.keys(changes).length === 0) throw usageError("Say what is new: add --message, --status or --component.");
  const changed = await changeIncident(call, changes);
  printOutcome(call, changed, `Updated “${changed.name}” (${changed.status}): ${changed.shortlink}`);
  return exitCodes.done;
}

/** `upfront incident resolve`. */
export async function resolveIncidentCommand(call: CommandCall): Promise<number> {
  if (call.options.ifOpen === true && !(await openIncidentOf(call, call.args[0]))) {
    printOutcome(call, null, "No such incident is open, so there is nothing to resolve.");
    return exitCodes.done;
  }
  const body = await readMessageText(call);
  const changed = await changeIncident(call, { status: "resolved", ...(body === undefined ? {} : { body }) });
  printOutcome(call, changed, `Resolved “${changed.name}”: ${changed.shortlink}`);
  return exitCodes.done;
}

/** `upfront incident publish`. */
export async function publishIncidentCommand(call: CommandCall): Promise<number> {
  const [id = ""] = call.args;
  const path = `/incidents/${encodeURIComponent(id)}/publish`;
  const published = await call.session.onPage<ShownIncident>(path, { method: "POST" });
  printOutcome(call, published, `Published “${published.name}”: ${published.shortlink}`);
  return exitCodes.done;
}
