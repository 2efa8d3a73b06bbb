import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  makeAlertSignal,
  parseHttpLink,
  type Severity,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { credentialSourceParts } from "../contract/credentials";
import { decodeJsonFormOrQuery, formMediaTypes } from "../contract/decode";
import {
  compositeAlertKey,
  labelsOfTags,
  nonEmptyLabels,
  notAnAlertReading,
  type PayloadFields,
  parseEpochTime,
  parseListOrSeparatedText,
  payloadIdText,
  severityOfPriority,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
  unreadableReading,
  withoutEmptyFields,
} from "../contract/fields";

/** Variables without a value arrive as "null", empty, or as written in the template. */
const unset = /^(null|\$[A-Z_]+)$/;

const firingWords = ["triggered", "re-triggered", "warn", "re-warn", "no data", "re-no data", "renotify", "re-notify"];
const resolvedWords = ["recovered", "warn recovered", "no data recovered"];

/** Splits `[P2] [Triggered on {host:a}] Disk full` into the words in brackets and the rest. */
function split(title: string): { words: string[]; rest: string } {
  const [, head = "", rest = title] = /^((?:\s*\[[^\]]*\])*)\s*(.*)$/s.exec(title) ?? [];
  return { words: (head.match(/\[[^\]]*\]/g) ?? []).map((each) => each.slice(1, -1)), rest: rest || title };
}

/** Returns the state from the transition, or else the title's brackets, or else the kind of event. */
function stateOf(fields: PayloadFields, words: string[]): string {
  const transition = textOrEmpty(fields.alert_transition).trim().toLowerCase();
  if (transition) return transition;
  const said = words.map((each) =>
    each
      .replace(/ on \{.*$/s, "")
      .trim()
      .toLowerCase(),
  );
  const known = said.find((each) => [...firingWords, ...resolvedWords].includes(each));
  return known ?? (textOrEmpty(fields.alert_type) === "success" ? "recovered" : "");
}

const typeSeverities: Record<string, Severity> = { error: "error", warning: "warning" };

function severityOf(fields: PayloadFields, words: string[]): Severity | null {
  const inTitle = words.find((each) => /^P[1-5]$/i.test(each));
  return (
    severityOfPriority(fields.alert_priority) ??
    severityOfPriority(inTitle) ??
    typeSeverities[textOrEmpty(fields.alert_type)] ??
    null
  );
}

/** Returns the key. Older templates name the monitor only in a link within the text. */
function keyOf(fields: PayloadFields, title: string): string {
  const cycle = payloadIdText(fields.alert_cycle_key) || payloadIdText(fields.aggreg_key);
  if (cycle) return cycle;
  const id = payloadIdText(fields.alert_id);
  if (id) return compositeAlertKey(id, payloadIdText(fields.alert_scope));
  const [, monitor, group = ""] = /monitors[#/](\d+)(?:\?group=([^)\s&]*))?/.exec(textOrEmpty(fields.body)) ?? [];
  return monitor ? compositeAlertKey(monitor, group) : compositeAlertKey(title);
}

/** Returns true for an event of a monitor, as opposed to one in which a person mentions the webhook. */
const isOfMonitor = (fields: PayloadFields): boolean =>
  [fields.alert_cycle_key, fields.alert_id, fields.alert_metric].some((each) => payloadIdText(each) !== "") ||
  /_monitor|_alert|service_check/.test(textOrEmpty(fields.event_type)) ||
  /monitors[#/]\d+/.test(textOrEmpty(fields.body));

const cleaned = (body: string) =>
  body
    .replaceAll("%%%", "")
    .replace(/(^|\s)@[\w.-]+/g, "$1")
    .trim();

function read({ payload }: SourceMessage): DeliveryReading {
  if (!isRecord(payload)) return unreadableReading("it is not an object");
  const fields = withoutEmptyFields(payload, unset);
  const { words, rest } = split(textOrEmpty(fields.title).trim());
  const state = stateOf(fields, words);
  const isResolved = resolvedWords.includes(state);
  const key = keyOf(fields, rest);
  if (!key) return unknownShapeReading(payload, "there is neither a monitor nor a title");
  if (state === "" && !isOfMonitor(fields)) return notAnAlertReading(`an event: ${rest}`.slice(0, 120));
  const [date, updated] = [parseEpochTime(fields.date), parseEpochTime(fields.last_updated)];
  const signal = makeAlertSignal({
    key,
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(fields, words),
    title: rest,
    body: firstNonBlankText(fields.text, cleaned(textOrEmpty(fields.body))),
    link: parseHttpLink(fields.link),
    labels: {
      ...labelsOfTags(parseListOrSeparatedText(fields.tags ?? fields.event_tags)),
      ...nonEmptyLabels({
        hostname: fields.hostname,
        alert_scope: fields.alert_scope,
        alert_metric: fields.alert_metric,
      }),
    },
    startedAt: isResolved ? null : (date ?? updated),
    endedAt: isResolved ? (updated ?? date) : null,
    eventAt: updated ?? date,
    flags: unknownStateFlags(isResolved || firingWords.includes(state), state),
  });
  return singleSignalReading(signal);
}

function sample(now: number): SourceSample {
  const key = "9bd4ac313a4d1e8fae2482df7b776281";
  const [title, text, link] = [
    "This is a test of Upfront",
    "Nothing is wrong.",
    "https://app.datadoghq.com/monitors/1",
  ];
  const said = {
    alert_cycle_key: key,
    alert_transition: "Triggered",
    alert_priority: "P3",
    text,
    link,
    tags: "env:test",
  };
  const payload = { ...said, title: `[P3] [Triggered] ${title}`, date: String(now), last_updated: String(now) };
  const words = { title, body: text, link, labels: { env: "test" }, startedAt: now, eventAt: now };
  return { payload, signals: [makeAlertSignal({ key, status: "firing", severity: "warning", ...words })] };
}

/** Datadog's webhooks integration; its body is the customer's template, and older templates are read, too. */
export const datadogSourceAdapter = defineSourceAdapter({
  kind: "datadog",
  title: "Datadog",
  order: "event_time",
  ...credentialSourceParts,
  contentTypes: ["application/json", ...formMediaTypes],
  decode: decodeJsonFormOrQuery,
  read,
  sample,
});
