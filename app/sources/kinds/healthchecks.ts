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
  endOfSecond,
  nonEmptyLabels,
  notAnAlertReading,
  parseListOrSeparatedText,
  parseSenderTime,
  payloadIdText,
  recordOrEmpty,
  singleSignalReading,
  unknownStateFlags,
  unreadableReading,
} from "../contract/fields";

/** States that are not down: new, paused, or late within its grace. */
const quiet = ["new", "paused", "grace", "started", ""];

const bodyOf = (body: string, exit: string): string =>
  [body, /^\d+$/.test(exit) && exit !== "0" ? `Exit status ${exit}` : ""].filter(Boolean).join("\n");

function read({ payload }: SourceMessage): DeliveryReading {
  if (!isRecord(payload)) return unreadableReading("it is not an object");
  const check = recordOrEmpty(payload.check);
  const key = payloadIdText(payload.code) || payloadIdText(check.uuid) || payloadIdText(check.unique_key);
  const state = textOrEmpty(payload.status).trim().toLowerCase();
  if (key === "") return notAnAlertReading("there is no check");
  if (quiet.includes(state)) return notAnAlertReading(`status ${state || "missing"}`);
  const isUp = state === "up";
  const at = parseSenderTime(payload.now);
  const tags = parseListOrSeparatedText(payload.tags ?? check.tags, /\s+/);
  const signal = makeAlertSignal({
    key,
    status: isUp ? "resolved" : "firing",
    title: firstNonBlankText(payload.name, check.name, payload.slug, key),
    body: bodyOf(textOrEmpty(payload.body), payloadIdText(payload.exitstatus)),
    link: parseHttpLink(check.details_url) ?? parseHttpLink(check.badge_url),
    labels: { ...Object.fromEntries(tags.map((tag) => [tag, ""])), ...nonEmptyLabels({ slug: payload.slug }) },
    startedAt: isUp ? null : at,
    endedAt: isUp ? at : null,
    eventAt: isUp ? endOfSecond(at) : at,
    flags: unknownStateFlags(isUp || state === "down", state),
  });
  return singleSignalReading(signal);
}

function sample(now: number): SourceSample {
  const [key, title] = ["803f680d-e89b-492b-82ef-2be7b774a92d", "This is a test of Upfront"];
  const payload = { code: key, name: title, status: "down", now: new Date(now).toISOString(), tags: "test" };
  const words = { title, labels: { test: "" }, startedAt: now, eventAt: now };
  return { payload, signals: [makeAlertSignal({ key, status: "firing", ...words })] };
}

/** Healthchecks' webhook integration with our body, or with all fields in the query. */
export const healthchecksSourceAdapter = defineSourceAdapter({
  kind: "healthchecks",
  title: "Healthchecks",
  methods: ["POST", "PUT", "GET"],
  order: "event_time",
  ...credentialSourceParts,
  contentTypes: ["application/json", ...formMediaTypes, "text/plain", ""],
  decode: decodeJsonFormOrQuery,
  read,
  sample,
});
