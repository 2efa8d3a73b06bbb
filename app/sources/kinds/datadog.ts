import { alertSignal, firstText, isRecord, linkOf, type Reading, type Severity, textOf } from "~/alerts/rules/signal";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { withCredentials } from "../contract/credentials";
import { decodeAny, formTypes } from "../contract/decode";
import {
  compositeKey,
  epochOf,
  idOf,
  notAnAlert,
  oneSignal,
  type PayloadFields,
  priorityOf,
  saidLabels,
  tagLabels,
  textsOf,
  unknownShape,
  unknownState,
  unreadable,
  withoutFields,
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
  const transition = textOf(fields.alert_transition).trim().toLowerCase();
  if (transition) return transition;
  const said = words.map((each) =>
    each
      .replace(/ on \{.*$/s, "")
      .trim()
      .toLowerCase(),
  );
  const known = said.find((each) => [...firingWords, ...resolvedWords].includes(each));
  return known ?? (textOf(fields.alert_type) === "success" ? "recovered" : "");
}

const typeSeverities: Record<string, Severity> = { error: "error", warning: "warning" };

function severityOf(fields: PayloadFields, words: string[]): Severity | null {
  const inTitle = words.find((each) => /^P[1-5]$/i.test(each));
  return priorityOf(fields.alert_priority) ?? priorityOf(inTitle) ?? typeSeverities[textOf(fields.alert_type)] ?? null;
}

/** Returns the key. Older templates name the monitor only in a link within the text. */
function keyOf(fields: PayloadFields, title: string): string {
  const cycle = idOf(fields.alert_cycle_key) || idOf(fields.aggreg_key);
  if (cycle) return cycle;
  const id = idOf(fields.alert_id);
  if (id) return compositeKey(id, idOf(fields.alert_scope));
  const [, monitor, group = ""] = /monitors[#/](\d+)(?:\?group=([^)\s&]*))?/.exec(textOf(fields.body)) ?? [];
  return monitor ? compositeKey(monitor, group) : compositeKey(title);
}

/** Returns true for an event of a monitor, as opposed to one in which a person mentions the webhook. */
const isOfMonitor = (fields: PayloadFields): boolean =>
  [fields.alert_cycle_key, fields.alert_id, fields.alert_metric].some((each) => idOf(each) !== "") ||
  /_monitor|_alert|service_check/.test(textOf(fields.event_type)) ||
  /monitors[#/]\d+/.test(textOf(fields.body));

const cleaned = (body: string) =>
  body
    .replaceAll("%%%", "")
    .replace(/(^|\s)@[\w.-]+/g, "$1")
    .trim();

function read({ payload }: SourceMessage): Reading {
  if (!isRecord(payload)) return unreadable("it is not an object");
  const fields = withoutFields(payload, unset);
  const { words, rest } = split(textOf(fields.title).trim());
  const state = stateOf(fields, words);
  const isResolved = resolvedWords.includes(state);
  const key = keyOf(fields, rest);
  if (!key) return unknownShape(payload, "there is neither a monitor nor a title");
  if (state === "" && !isOfMonitor(fields)) return notAnAlert(`an event: ${rest}`.slice(0, 120));
  const [date, updated] = [epochOf(fields.date), epochOf(fields.last_updated)];
  const signal = alertSignal({
    key,
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(fields, words),
    title: rest,
    body: firstText(fields.text, cleaned(textOf(fields.body))),
    link: linkOf(fields.link),
    labels: {
      ...tagLabels(textsOf(fields.tags ?? fields.event_tags)),
      ...saidLabels({ hostname: fields.hostname, alert_scope: fields.alert_scope, alert_metric: fields.alert_metric }),
    },
    startedAt: isResolved ? null : (date ?? updated),
    endedAt: isResolved ? (updated ?? date) : null,
    eventAt: updated ?? date,
    flags: unknownState(isResolved || firingWords.includes(state), state),
  });
  return oneSignal(signal);
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
  return { payload, signals: [alertSignal({ key, status: "firing", severity: "warning", ...words })] };
}

/** Datadog's webhooks integration; its body is the customer's template, and older templates are read, too. */
export const datadog = defineSource({
  kind: "datadog",
  title: "Datadog",
  order: "event_time",
  ...withCredentials,
  contentTypes: ["application/json", ...formTypes],
  decode: decodeAny,
  read,
  sample,
});
