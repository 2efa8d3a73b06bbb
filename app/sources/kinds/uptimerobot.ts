import { alertSignal, firstText, isRecord, linkOf, type Reading, textOf } from "~/alerts/rules/signal";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { withCredentials } from "../contract/credentials";
import { decodeAny, formTypes } from "../contract/decode";
import {
  compositeKey,
  endOfSecond,
  idOf,
  notAnAlert,
  oneSignal,
  type PayloadFields,
  saidLabels,
  timeOf,
  unknownShape,
  unknownState,
  unreadable,
  withoutFields,
} from "../contract/fields";

/** A variable that does not apply keeps its asterisks. */
const unset = /^\*\w+\*$/;

/** Returns a field's common name: older templates write `monitor_url` for `monitorURL`. */
const nameOf = (name: string) => name.replaceAll("_", "").toLowerCase();

/** Flattens newer bodies: `monitor: {id, url}` equals `monitorID` and `monitorURL`. */
const flat = (payload: PayloadFields): [string, unknown][] =>
  Object.entries(withoutFields(payload, unset)).flatMap(([name, value]): [string, unknown][] =>
    isRecord(value)
      ? Object.entries(withoutFields(value, unset)).map(([inner, each]) => [nameOf(`${name}${inner}`), each])
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

function read({ payload }: SourceMessage): Reading {
  if (!isRecord(payload)) return unreadable("it is not an object");
  const fields = fieldsOf(payload);
  const word = textOf(fields.alerttypefriendlyname).toLowerCase();
  const type = typeOf(idOf(fields.alerttype).toLowerCase(), word);
  const key = idOf(fields.monitorid) || compositeKey(idOf(fields.monitorurl), idOf(fields.monitorfriendlyname));
  if (!key) return unknownShape(payload, "there is no monitor");
  if (quiet.includes(type)) return notAnAlert(`type ${type || "of nothing"}`);
  const isResolved = type === "2";
  const at = timeOf(fields.alertdatetime);
  const signal = alertSignal({
    key: type === "3" ? `${key}:ssl` : key,
    status: isResolved ? "resolved" : "firing",
    title: firstText(fields.monitorfriendlyname, fields.monitorname, fields.monitorurl),
    body: textOf(fields.alertdetails),
    link: linkOf(fields.monitorurl),
    labels: saidLabels({ tags: fields.monitortags, alert_type: firstText(fields.alerttypefriendlyname) }),
    startedAt: isResolved ? null : at,
    endedAt: isResolved ? at : null,
    eventAt: isResolved ? endOfSecond(at) : at,
    flags: unknownState(["1", "2", "3"].includes(type), type),
  });
  return oneSignal(signal);
}

function sample(now: number): SourceSample {
  const seconds = Math.floor(now / 1000);
  const [key, title, link] = ["784350743", "This is a test of Upfront", "https://www.example.com/"];
  const payload = { monitorID: key, monitorURL: link, monitorFriendlyName: title, alertType: "1" };
  const times = { startedAt: seconds * 1000, eventAt: seconds * 1000 };
  const signals = [alertSignal({ key, status: "firing", title, link, ...times })];
  return { payload: { ...payload, alertDateTime: String(seconds) }, signals };
}

/** UptimeRobot's webhook contact: JSON, a form, or all fields in the query. */
export const uptimerobot = defineSource({
  kind: "uptimerobot",
  title: "UptimeRobot",
  methods: ["POST", "GET"],
  order: "event_time",
  ...withCredentials,
  contentTypes: ["application/json", ...formTypes, ""],
  decode: decodeAny,
  read,
  sample,
});
