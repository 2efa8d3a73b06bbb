import { z } from "zod";
import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  makeAlertSignal,
  parseHttpLink,
  type Severity,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { parseExactJsonBytes } from "~/text/exact-json";
import { isTimeZone } from "~/time/day";
import { parseLocalTime } from "~/time/local-time";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { type CredentialSettings, credentialSourceParts } from "../contract/credentials";
import {
  compositeAlertKey,
  listOrEmpty,
  nonEmptyLabels,
  type PayloadFields,
  payloadIdText,
  recordOrEmpty,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
  unreadableReading,
  withoutEmptyFields,
} from "../contract/fields";

const settings = z.object({
  ...(credentialSourceParts.settings as z.ZodObject).shape,
  timeZone: z
    .string()
    .trim()
    .refine(isTimeZone, "Enter a time zone, such as Europe/Berlin.")
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
  levels[Number(payloadIdText(nseverity) || "-1")] ?? names[textOrEmpty(severity).toLowerCase()] ?? null;

/**
 * Returns the event's time, which is in the server's zone; null without a configured zone, so that the arrival dates
 * the event.
 */
function localTime(date: unknown, time: unknown, timeZone: string | undefined): number | null {
  if (!timeZone) return null;
  const read = parseLocalTime(`${textOrEmpty(date).replaceAll(".", "-")}T${textOrEmpty(time)}`, timeZone);
  return read.ok ? read.at : null;
}

function tagsOf(tags: unknown): Record<string, string> {
  const parsed =
    typeof tags === "string" ? parseExactJsonBytes(new TextEncoder().encode(tags)) : { ok: true, value: tags };
  const list = "value" in parsed ? listOrEmpty(parsed.value) : [];
  return Object.fromEntries(
    list.map(recordOrEmpty).map(({ tag, value }) => [payloadIdText(tag), payloadIdText(value)]),
  );
}

/** Returns the trigger's own id from the link of older templates, whose recoveries have another event id. */
const triggerOf = (link: unknown) => /[?&]triggerid=(\d+)/.exec(textOrEmpty(link))?.[1] ?? "";

const keyOf = (fields: PayloadFields): string =>
  payloadIdText(fields.event_id) ||
  payloadIdText(fields.alert_uid) ||
  payloadIdText(fields.trigger_id) ||
  triggerOf(fields.link) ||
  compositeAlertKey(firstNonBlankText(fields.host, fields.hostname), firstNonBlankText(fields.trigger, fields.name));

function linkOfEvent(fields: PayloadFields): string | null {
  const [base, trigger, event] = [
    textOrEmpty(fields.zabbix_url),
    payloadIdText(fields.trigger_id),
    payloadIdText(fields.event_id),
  ];
  const made = base && trigger ? `${base.replace(/\/$/, "")}/tr_events.php?triggerid=${trigger}&eventid=${event}` : "";
  return parseHttpLink(made) ?? parseHttpLink(fields.link) ?? parseHttpLink(fields.link_to_upstream_details);
}

const firingWords = ["1", "problem", "alerting"];
const resolvedWords = ["0", "ok", "resolved"];

function read({ payload }: SourceMessage, { timeZone }: ZabbixSettings): DeliveryReading {
  if (!isRecord(payload)) return unreadableReading("it is not an object");
  const fields = withoutEmptyFields(payload, unset);
  const state = (payloadIdText(fields.value) || firstNonBlankText(fields.status, fields.state)).toLowerCase();
  const isResolved = resolvedWords.includes(state);
  const key = keyOf(fields);
  if (!key) return unknownShapeReading(payload, "there is neither an event nor a trigger");
  const startedAt = localTime(fields.date, fields.time, timeZone);
  const endedAt = isResolved ? localTime(fields.recovery_date, fields.recovery_time, timeZone) : null;
  const signal = makeAlertSignal({
    key,
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(fields),
    title: firstNonBlankText(fields.name, fields.trigger, fields.title, fields.subject),
    body: [fields.message, fields.opdata, fields.item].map(textOrEmpty).filter(Boolean).join("\n"),
    link: linkOfEvent(fields),
    labels: { ...tagsOf(fields.tags), ...nonEmptyLabels({ host: firstNonBlankText(fields.host, fields.hostname) }) },
    startedAt,
    endedAt,
    ...(payloadIdText(fields.update_status) === "1" ? { reopens: false } : {}),
    flags: unknownStateFlags(isResolved || firingWords.includes(state), state),
  });
  return singleSignalReading(signal);
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
  return { payload, signals: [makeAlertSignal(said)] };
}

/**
 * Zabbix' webhook media type with our parameters, and templates of other receivers. Each problem has its own event id.
 */
export const zabbixSourceAdapter = defineSourceAdapter<ZabbixSettings>({
  kind: "zabbix",
  title: "Zabbix",
  order: "event_time",
  ...credentialSourceParts,
  settings: settings as unknown as z.ZodType<ZabbixSettings>,
  contentTypes: ["application/json", "text/plain", ""],
  read,
  sample,
});
