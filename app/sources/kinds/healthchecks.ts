import { alertSignal, firstText, isRecord, linkOf, type Reading, textOf } from "~/alerts/rules/signal";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { withCredentials } from "../contract/credentials";
import { decodeAny, formTypes } from "../contract/decode";
import {
  endOfSecond,
  idOf,
  notAnAlert,
  oneSignal,
  recordOf,
  saidLabels,
  textsOf,
  timeOf,
  unknownState,
  unreadable,
} from "../contract/fields";

/** States that are not down: new, paused, or late within its grace. */
const quiet = ["new", "paused", "grace", "started", ""];

const bodyOf = (body: string, exit: string): string =>
  [body, /^\d+$/.test(exit) && exit !== "0" ? `Exit status ${exit}` : ""].filter(Boolean).join("\n");

function read({ payload }: SourceMessage): Reading {
  if (!isRecord(payload)) return unreadable("it is not an object");
  const check = recordOf(payload.check);
  const key = idOf(payload.code) || idOf(check.uuid) || idOf(check.unique_key);
  const state = textOf(payload.status).trim().toLowerCase();
  if (key === "") return notAnAlert("there is no check");
  if (quiet.includes(state)) return notAnAlert(`status ${state || "of nothing"}`);
  const isUp = state === "up";
  const at = timeOf(payload.now);
  const tags = textsOf(payload.tags ?? check.tags, /\s+/);
  const signal = alertSignal({
    key,
    status: isUp ? "resolved" : "firing",
    title: firstText(payload.name, check.name, payload.slug, key),
    body: bodyOf(textOf(payload.body), idOf(payload.exitstatus)),
    link: linkOf(check.details_url) ?? linkOf(check.badge_url),
    labels: { ...Object.fromEntries(tags.map((tag) => [tag, ""])), ...saidLabels({ slug: payload.slug }) },
    startedAt: isUp ? null : at,
    endedAt: isUp ? at : null,
    eventAt: isUp ? endOfSecond(at) : at,
    flags: unknownState(isUp || state === "down", state),
  });
  return oneSignal(signal);
}

function sample(now: number): SourceSample {
  const [key, title] = ["803f680d-e89b-492b-82ef-2be7b774a92d", "This is a test of Upfront"];
  const payload = { code: key, name: title, status: "down", now: new Date(now).toISOString(), tags: "test" };
  const words = { title, labels: { test: "" }, startedAt: now, eventAt: now };
  return { payload, signals: [alertSignal({ key, status: "firing", ...words })] };
}

/** Healthchecks' webhook integration with our body, or with all fields in the query. */
export const healthchecks = defineSource({
  kind: "healthchecks",
  title: "Healthchecks",
  methods: ["POST", "PUT", "GET"],
  order: "event_time",
  ...withCredentials,
  contentTypes: ["application/json", ...formTypes, "text/plain", ""],
  decode: decodeAny,
  read,
  sample,
});
