import { alertSignal, firstText, isRecord, linkOf, type Reading, textOf } from "~/alerts/rules/signal";
import { parseExactJson } from "~/text/exact-json";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { withCredentials } from "../contract/credentials";
import { decodeAny, formTypes } from "../contract/decode";
import {
  compositeKey,
  idOf,
  listOf,
  notAnAlert,
  oneSignal,
  type PayloadFields,
  recordOf,
  saidLabels,
  timeOf,
  unknownShape,
  unknownState,
  unreadable,
} from "../contract/fields";

/** Parses JSON in the fields of forms and queries. */
function unfolded(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*\{/.test(value)) return value;
  const parsed = parseExactJson(new TextEncoder().encode(value));
  return parsed.ok ? parsed.value : value;
}

const tagsOf = (tags: unknown): Record<string, string> =>
  Object.fromEntries(
    listOf(tags)
      .map(recordOf)
      .map(({ name, value }) => [idOf(name), idOf(value)]),
  );

function readBeat(beat: PayloadFields, monitor: PayloadFields, text: string): Reading {
  const status = idOf(beat.status);
  if (idOf(monitor.id) === "" && idOf(beat.monitorID) === "") return notAnAlert("the heartbeat is of no monitor");
  if (status === "2" || status === "3") return notAnAlert(status === "2" ? "pending" : "maintenance");
  const isUp = status === "1";
  const at = timeOf(beat.time);
  const signal = alertSignal({
    key: idOf(monitor.id) || idOf(beat.monitorID),
    status: isUp ? "resolved" : "firing",
    title: firstText(monitor.name, monitor.pathName),
    body: firstText(beat.msg, text),
    link: linkOf(monitor.url),
    labels: { ...tagsOf(monitor.tags), ...saidLabels({ type: monitor.type }) },
    startedAt: isUp ? null : at,
    endedAt: isUp ? at : null,
    eventAt: at,
    flags: unknownState(isUp || status === "0", status),
  });
  return oneSignal(signal);
}

/**
 * Reads a message without a heartbeat: the button "Test", or the expiry of a certificate or domain, which is one alert
 * per text.
 */
function readText(text: string): Reading {
  const [, what = ""] = /^(.*\bwill expire) in -?\d+ days?/is.exec(text) ?? [];
  if (!what) return notAnAlert(text.slice(0, 80) || "a test");
  const [, name = ""] = /^\[([^\]]*)\]/.exec(text) ?? [];
  return oneSignal(
    alertSignal({ key: compositeKey(what), status: "firing", title: text, labels: saidLabels({ monitor: name }) }),
  );
}

function read({ payload }: SourceMessage): Reading {
  const outer = unfolded(recordOf(payload).data ?? payload);
  if (!isRecord(outer)) return unreadable("it is not an object");
  const [beat, monitor, text] = [unfolded(outer.heartbeat), unfolded(outer.monitor), textOf(outer.msg)];
  if (isRecord(beat)) return readBeat(beat, recordOf(monitor), text);
  return text ? readText(text) : unknownShape(payload, "there is neither a heartbeat nor a message");
}

function sample(now: number): SourceSample {
  const [title, body] = ["This is a test of Upfront", "Nothing is wrong."];
  const time = new Date(now).toISOString().replace("T", " ").replace("Z", "");
  const payload = {
    heartbeat: { monitorID: 1, status: 0, time, msg: body },
    monitor: { id: 1, name: title },
    msg: body,
  };
  return { payload, signals: [alertSignal({ key: "1", status: "firing", title, body, startedAt: now, eventAt: now })] };
}

/** Uptime Kuma's notification "Webhook": JSON, a form with JSON in `data`, or a query. */
export const uptimeKuma = defineSource({
  kind: "uptime-kuma",
  title: "Uptime Kuma",
  methods: ["POST", "GET"],
  order: "event_time",
  ...withCredentials,
  contentTypes: ["application/json", ...formTypes, "text/plain", ""],
  decode: decodeAny,
  read,
  sample,
});
