import { z } from "zod";
import { alertSignal, firstText, isRecord, linkOf, type Reading, type Severity, textOf } from "~/alerts/rules/signal";
import { parseExactJson } from "~/text/exact-json";
import { isZone } from "~/time/day";
import { readLocalTime } from "~/time/local-time";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { type CredentialSettings, withCredentials } from "../contract/credentials";
import {
  compositeKey,
  idOf,
  listOf,
  oneSignal,
  type PayloadFields,
  recordOf,
  saidLabels,
  unknownShape,
  unknownState,
  unreadable,
  withoutFields,
} from "../contract/fields";

const settings = z.object({
  ...(withCredentials.settings as z.ZodObject).shape,
  timeZone: z
    .string()
    .trim()
    .refine(isZone, "Enter a time zone, such as Europe/Berlin.")
    .optional()
    .meta({ title: "Time zone of the Zabbix server" }),
});
type ZabbixSettings = CredentialSettings & { timeZone?: string };

/** A macro that cannot be resolved keeps its braces, or is *UNKNOWN*. */
const unset = /^(\{[^{}"]*\}|\*UNKNOWN\*)$/;

const levels: readonly Severity[] = ["info", "info", "warning", "warning", "error", "critical"];
const names: Record<string, Severity> = {
  disaster: "critical",
  high: "error",
  average: "warning",
  warning: "warning",
  information: "info",
  "not classified": "info",
};

const severityOf = ({ nseverity, severity }: PayloadFields): Severity | null =>
  levels[Number(idOf(nseverity) || "-1")] ?? names[textOf(severity).toLowerCase()] ?? null;

/**
 * Returns the event's time, which is in the server's zone; null without a configured zone, so that the arrival dates
 * the event.
 */
function localTime(date: unknown, time: unknown, timeZone: string | undefined): number | null {
  if (!timeZone) return null;
  const read = readLocalTime(`${textOf(date).replaceAll(".", "-")}T${textOf(time)}`, timeZone);
  return read.ok ? read.at : null;
}

function tagsOf(tags: unknown): Record<string, string> {
  const parsed = typeof tags === "string" ? parseExactJson(new TextEncoder().encode(tags)) : { ok: true, value: tags };
  const list = "value" in parsed ? listOf(parsed.value) : [];
  return Object.fromEntries(list.map(recordOf).map(({ tag, value }) => [idOf(tag), idOf(value)]));
}

/** Returns the trigger's own id from the link of older templates, whose recoveries have another event id. */
const triggerOf = (link: unknown) => /[?&]triggerid=(\d+)/.exec(textOf(link))?.[1] ?? "";

const keyOf = (fields: PayloadFields): string =>
  idOf(fields.event_id) ||
  idOf(fields.alert_uid) ||
  idOf(fields.trigger_id) ||
  triggerOf(fields.link) ||
  compositeKey(firstText(fields.host, fields.hostname), firstText(fields.trigger, fields.name));

function linkOfEvent(fields: PayloadFields): string | null {
  const [base, trigger, event] = [textOf(fields.zabbix_url), idOf(fields.trigger_id), idOf(fields.event_id)];
  const made = base && trigger ? `${base.replace(/\/$/, "")}/tr_events.php?triggerid=${trigger}&eventid=${event}` : "";
  return linkOf(made) ?? linkOf(fields.link) ?? linkOf(fields.link_to_upstream_details);
}

const firingWords = ["1", "problem", "alerting"];
const resolvedWords = ["0", "ok", "resolved"];

function read({ payload }: SourceMessage, { timeZone }: ZabbixSettings): Reading {
  if (!isRecord(payload)) return unreadable("it is not an object");
  const fields = withoutFields(payload, unset);
  const state = (idOf(fields.value) || firstText(fields.status, fields.state)).toLowerCase();
  const isResolved = resolvedWords.includes(state);
  const key = keyOf(fields);
  if (!key) return unknownShape(payload, "there is neither an event nor a trigger");
  const startedAt = localTime(fields.date, fields.time, timeZone);
  const endedAt = isResolved ? localTime(fields.recovery_date, fields.recovery_time, timeZone) : null;
  const signal = alertSignal({
    key,
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(fields),
    title: firstText(fields.name, fields.trigger, fields.title, fields.subject),
    body: [fields.message, fields.opdata, fields.item].map(textOf).filter(Boolean).join("\n"),
    link: linkOfEvent(fields),
    labels: { ...tagsOf(fields.tags), ...saidLabels({ host: firstText(fields.host, fields.hostname) }) },
    startedAt,
    endedAt,
    ...(idOf(fields.update_status) === "1" ? { reopens: false } : {}),
    flags: unknownState(isResolved || firingWords.includes(state), state),
  });
  return oneSignal(signal);
}

function sample(): SourceSample {
  const [key, title, body] = ["482193", "This is a test of Upfront", "Nothing is wrong."];
  const payload = {
    event_id: key,
    value: "1",
    status: "PROBLEM",
    nseverity: "2",
    name: title,
    message: body,
    host: "test",
  };
  const said = { key, status: "firing", severity: "warning", title, body, labels: { host: "test" } } as const;
  return { payload, signals: [alertSignal(said)] };
}

/**
 * Zabbix' webhook media type with our parameters, and templates of other receivers. Each problem has its own event id.
 */
export const zabbix = defineSource<ZabbixSettings>({
  kind: "zabbix",
  title: "Zabbix",
  order: "event_time",
  ...withCredentials,
  settings: settings as unknown as z.ZodType<ZabbixSettings>,
  contentTypes: ["application/json", "text/plain", ""],
  read,
  sample,
});
