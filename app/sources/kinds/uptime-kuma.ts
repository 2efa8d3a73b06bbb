import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  makeAlertSignal,
  parseHttpLink,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { parseExactJsonBytes } from "~/text/exact-json";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { credentialSourceParts } from "../contract/credentials";
import { decodeJsonFormOrQuery, formMediaTypes } from "../contract/decode";
import {
  compositeAlertKey,
  listOrEmpty,
  nonEmptyLabels,
  notAnAlertReading,
  type PayloadFields,
  parseSenderTime,
  payloadIdText,
  recordOrEmpty,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
  unreadableReading,
} from "../contract/fields";

/** Parses JSON in the fields of forms and queries. */
function unfolded(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*\{/.test(value)) return value;
  const parsed = parseExactJsonBytes(new TextEncoder().encode(value));
  return parsed.ok ? parsed.value : value;
}

const tagsOf = (tags: unknown): Record<string, string> =>
  Object.fromEntries(
    listOrEmpty(tags)
      .map(recordOrEmpty)
      .map(({ name, value }) => [payloadIdText(name), payloadIdText(value)]),
  );

function readBeat(beat: PayloadFields, monitor: PayloadFields, text: string): DeliveryReading {
  const status = payloadIdText(beat.status);
  if (payloadIdText(monitor.id) === "" && payloadIdText(beat.monitorID) === "")
    return notAnAlertReading("the heartbeat has no monitor");
  if (status === "2" || status === "3") return notAnAlertReading(status === "2" ? "pending" : "maintenance");
  const isUp = status === "1";
  const at = parseSenderTime(beat.time);
  const signal = makeAlertSignal({
    key: payloadIdText(monitor.id) || payloadIdText(beat.monitorID),
    status: isUp ? "resolved" : "firing",
    title: firstNonBlankText(monitor.name, monitor.pathName),
    body: firstNonBlankText(beat.msg, text),
    link: parseHttpLink(monitor.url),
    labels: { ...tagsOf(monitor.tags), ...nonEmptyLabels({ type: monitor.type }) },
    startedAt: isUp ? null : at,
    endedAt: isUp ? at : null,
    eventAt: at,
    flags: unknownStateFlags(isUp || status === "0", status),
  });
  return singleSignalReading(signal);
}

/**
 * Reads a message without a heartbeat: the button "Test", or the expiry of a certificate or domain, which is one alert
 * per text.
 */
function readText(text: string): DeliveryReading {
  const [, what = ""] = /^(.*\bwill expire) in -?\d+ days?/is.exec(text) ?? [];
  if (!what) return notAnAlertReading(text.slice(0, 80) || "a test");
  const [, name = ""] = /^\[([^\]]*)\]/.exec(text) ?? [];
  return singleSignalReading(
    makeAlertSignal({
      key: compositeAlertKey(what),
      status: "firing",
      title: text,
      labels: nonEmptyLabels({ monitor: name }),
    }),
  );
}

function read({ payload }: SourceMessage): DeliveryReading {
  const outer = unfolded(recordOrEmpty(payload).data ?? payload);
  if (!isRecord(outer)) return unreadableReading("it is not an object");
  const [beat, monitor, text] = [unfolded(outer.heartbeat), unfolded(outer.monitor), textOrEmpty(outer.msg)];
  if (isRecord(beat)) return readBeat(beat, recordOrEmpty(monitor), text);
  return text ? readText(text) : unknownShapeReading(payload, "there is neither a heartbeat nor a message");
}

function sample(now: number): SourceSample {
  const [title, body] = ["This is a test of Upfront", "Nothing is wrong."];
  const time = new Date(now).toISOString().replace("T", " ").replace("Z", "");
  const payload = {
    heartbeat: { monitorID: 1, status: 0, time, msg: body },
    monitor: { id: 1, name: title },
    msg: body,
  };
  return {
    payload,
    signals: [makeAlertSignal({ key: "1", status: "firing", title, body, startedAt: now, eventAt: now })],
  };
}

/** Uptime Kuma's notification "Webhook": JSON, a form with JSON in `data`, or a query. */
export const uptimeKumaSourceAdapter = defineSourceAdapter({
  kind: "uptime-kuma",
  title: "Uptime Kuma",
  methods: ["POST", "GET"],
  order: "event_time",
  ...credentialSourceParts,
  contentTypes: ["application/json", ...formMediaTypes, "text/plain", ""],
  decode: decodeJsonFormOrQuery,
  read,
  sample,
});
