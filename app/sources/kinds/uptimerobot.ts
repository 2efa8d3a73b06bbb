import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  makeAlertSignal,
  parseHttpLink,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { credentialSourceParts } from "../contract/credentials";
import { decodeJsonFormOrQuery, formMediaTypes } from "../contract/decode";
import {
  compositeAlertKey,
  endOfSecond,
  nonEmptyLabels,
  notAnAlertReading,
  type PayloadFields,
  parseSenderTime,
  payloadIdText,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
  unreadableReading,
  withoutEmptyFields,
} from "../contract/fields";

/** A variable that does not apply keeps its asterisks. */
const unset = /^\*\w+\*$/;

/** Returns a field's common name: older templates write `monitor_url` for `monitorURL`. */
const nameOf = (name: string) => name.replaceAll("_", "").toLowerCase();

/** Flattens newer bodies: `monitor: {id, url}` equals `monitorID` and `monitorURL`. */
const flat = (payload: PayloadFields): [string, unknown][] =>
  Object.entries(withoutEmptyFields(payload, unset)).flatMap(([name, value]): [string, unknown][] =>
    isRecord(value)
      ? Object.entries(withoutEmptyFields(value, unset)).map(([inner, each]) => [nameOf(`${name}${inner}`), each])
      : [[nameOf(name), value]],
  );

const fieldsOf = (payload: PayloadFields): PayloadFields => Object.fromEntries(flat(payload));

const words: Record<string, string> = { down: "1", up: "2" };

/** Returns the type; the expiry of a certificate or a domain is a separate alert from the monitor's own. */
const typeOf = (type: string, word: string): string => {
  if (/expir/.test(word)) return "3";
  return words[word] ?? words[type] ?? (type || word);
};

/** Types that only say that a monitor was started or paused. */
const quiet = ["98", "99", "started", "paused", ""];

function read({ payload }: SourceMessage): DeliveryReading {
  if (!isRecord(payload)) return unreadableReading("it is not an object");
  const fields = fieldsOf(payload);
  const word = textOrEmpty(fields.alerttypefriendlyname).toLowerCase();
  const type = typeOf(payloadIdText(fields.alerttype).toLowerCase(), word);
  const key =
    payloadIdText(fields.monitorid) ||
    compositeAlertKey(payloadIdText(fields.monitorurl), payloadIdText(fields.monitorfriendlyname));
  if (!key) return unknownShapeReading(payload, "there is no monitor");
  if (quiet.includes(type)) return notAnAlertReading(`type ${type || "missing"}`);
  const isResolved = type === "2";
  const at = parseSenderTime(fields.alertdatetime);
  const signal = makeAlertSignal({
    key: type === "3" ? `${key}:ssl` : key,
    status: isResolved ? "resolved" : "firing",
    title: firstNonBlankText(fields.monitorfriendlyname, fields.monitorname, fields.monitorurl),
    body: textOrEmpty(fields.alertdetails),
    link: parseHttpLink(fields.monitorurl),
    labels: nonEmptyLabels({ tags: fields.monitortags, alert_type: firstNonBlankText(fields.alerttypefriendlyname) }),
    startedAt: isResolved ? null : at,
    endedAt: isResolved ? at : null,
    eventAt: isResolved ? endOfSecond(at) : at,
    flags: unknownStateFlags(["1", "2", "3"].includes(type), type),
  });
  return singleSignalReading(signal);
}

function sample(now: number): SourceSample {
  const seconds = Math.floor(now / 1000);
  const [key, title, link] = ["784350743", "This is a test of Upfront", "https://www.example.com/"];
  const payload = { monitorID: key, monitorURL: link, monitorFriendlyName: title, alertType: "1" };
  const times = { startedAt: seconds * 1000, eventAt: seconds * 1000 };
  const signals = [makeAlertSignal({ key, status: "firing", title, link, ...times })];
  return { payload: { ...payload, alertDateTime: String(seconds) }, signals };
}

/** UptimeRobot's webhook contact: JSON, a form, or all fields in the query. */
export const uptimerobotSourceAdapter = defineSourceAdapter({
  kind: "uptimerobot",
  title: "UptimeRobot",
  methods: ["POST", "GET"],
  order: "event_time",
  ...credentialSourceParts,
  contentTypes: ["application/json", ...formMediaTypes, ""],
  decode: decodeJsonFormOrQuery,
  read,
  sample,
});
