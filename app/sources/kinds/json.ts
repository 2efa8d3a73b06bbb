import { z } from "zod";
import {
  type AlertSignal,
  type DeliveryReading,
  isRecord,
  labelsFromRecord,
  makeAlertSignal,
  parseHttpLink,
  parseSeverity,
  type Severity,
  type SkippedBodyPart,
  severitiesWorstFirst,
} from "~/alerts/rules/signal";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { type CredentialSettings, credentialSourceParts } from "../contract/credentials";
import { decodeJsonFormOrQuery, formMediaTypes } from "../contract/decode";
import {
  compositeAlertKey,
  nonEmptyLabels,
  parseSenderTime,
  payloadIdText,
  severityOfPriority,
  unknownStateFlags,
  unreadableReading,
} from "../contract/fields";
import {
  isCompletePayloadMapping,
  parseLabelPaths,
  parseSenderWordMeanings,
  parseValuePaths,
  payloadMappingShape,
} from "../rules/mapping";
import { type PayloadMapping, samplePayloadMapping } from "../rules/mapping-names";
import { parseValuePath, valueAtPath } from "../rules/value-path";

const settings = z.object({ ...payloadMappingShape, ...credentialSourceParts.settings.shape });

type JsonSettings = PayloadMapping & CredentialSettings;

const firingWords = [
  "firing",
  "alerting",
  "triggered",
  "trigger",
  "open",
  "opened",
  "active",
  "down",
  "critical",
  "error",
  "failed",
  "failing",
  "problem",
  "problematic",
  "warning",
  "alarm",
  "bad",
  "new",
  "created",
  "start",
  "started",
];
const resolvedWords = [
  "resolved",
  "resolve",
  "recovered",
  "recovery",
  "ok",
  "okay",
  "up",
  "closed",
  "close",
  "cleared",
  "clear",
  "normal",
  "healthy",
  "passing",
  "passed",
  "success",
  "end",
  "ended",
  "fixed",
  "completed",
];

/** Returns a plain value as text; a path that starts with `$` is relative to the whole body. */
function textAt(body: unknown, item: unknown, path: string | undefined): string {
  const steps = path ? parseValuePath(path) : null;
  if (!path || !steps) return "";
  const value = valueAtPath(path.trim().startsWith("$") ? body : item, steps);
  return typeof value === "boolean" ? String(value) : payloadIdText(value);
}

const meaningOf = (text: string | undefined, word: string): string | null =>
  parseSenderWordMeanings(text ?? "").find(({ words }) => words.includes(word.toLowerCase()))?.means ?? null;

/** Returns the state by the mapped words, or else by the usual ones; null for an unknown word. */
function stateOf(word: string, { states }: PayloadMapping): string | null {
  const mapped = meaningOf(states, word);
  if (mapped) return mapped;
  if (resolvedWords.includes(word.toLowerCase())) return "resolved";
  return firingWords.includes(word.toLowerCase()) ? "firing" : null;
}

function severityOf(word: string, { severities: mapped }: PayloadMapping): Severity | null {
  const means = meaningOf(mapped, word);
  return severitiesWorstFirst.find((each) => each === means) ?? severityOfPriority(word) ?? parseSeverity(word);
}

function labelsAt(body: unknown, item: unknown, { labels = "" }: PayloadMapping): Record<string, string> {
  const found = (parseLabelPaths(labels) ?? []).map(({ name, path }) => {
    const value = valueAtPath(path.startsWith("$") ? body : item, parseValuePath(path) ?? []);
    if (isRecord(value)) return labelsFromRecord(value);
    const own = name ?? String(parseValuePath(path)?.at(-1) ?? path);
    return nonEmptyLabels({ [own]: typeof value === "boolean" ? String(value) : value });
  });
  return Object.assign({}, ...found);
}

/** Returns a skip for a body about another subject: not every body of a tool is an alert. */
const nothingAt = (path: string): SkippedBodyPart => ({
  code: "not_an_alert",
  reason: `there is nothing at ${path}`.slice(0, 120),
});

function readItem(body: unknown, item: unknown, mapping: JsonSettings & { id: string }): AlertSignal | SkippedBodyPart {
  const at = (path: string | undefined) => textAt(body, item, path);
  const keys = parseValuePaths(mapping.id).map(at).filter(Boolean);
  if (keys.length === 0) return nothingAt(mapping.id);
  const word = at(mapping.state);
  if (mapping.state && word === "") return nothingAt(mapping.state);
  const state = mapping.state ? stateOf(word, mapping) : "firing";
  if (state === "ignore") return { code: "not_an_alert", reason: `its state is ${word}`.slice(0, 120) };
  const isResolved = state === "resolved";
  const when = parseSenderTime(at(mapping.time));
  return makeAlertSignal({
    key: compositeAlertKey(...keys),
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(at(mapping.severity), mapping),
    title:
      parseValuePaths(mapping.title ?? "")
        .map(at)
        .find(Boolean) ?? "",
    body: at(mapping.description),
    link: parseHttpLink(at(mapping.link)),
    labels: labelsAt(body, item, mapping),
    startedAt: isResolved ? null : when,
    endedAt: isResolved ? when : null,
    eventAt: when,
    flags: unknownStateFlags(state !== null, word),
  });
}

function itemsOf(body: unknown, { list }: PayloadMapping): unknown[] | null {
  if (!list) return [body];
  const items = valueAtPath(body, parseValuePath(list) ?? []);
  return Array.isArray(items) ? items : null;
}

function read({ payload }: SourceMessage, given: JsonSettings): DeliveryReading {
  if (!isCompletePayloadMapping(given))
    return { signals: [], skipped: [{ code: "no_mapping", reason: "its fields are not mapped yet" }] };
  const items = itemsOf(payload, given);
  if (!items) return unreadableReading(`there is no list at ${given.list}`.slice(0, 120));
  const parts = items.map((item) => readItem(payload, item, given));
  return {
    signals: parts.filter((each): each is AlertSignal => "kind" in each),
    skipped: parts.filter((each): each is SkippedBodyPart => !("kind" in each)),
  };
}

/** Returns a body with a value at each of these paths. */
function bodyWith(values: readonly (readonly [path: string | undefined, value: string])[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [path, value] of values) {
    const steps = parseValuePath(path ?? "") ?? [];
    let place: Record<string | number, unknown> = body;
    steps.forEach((step, index) => {
      const isLast = index === steps.length - 1;
      const next = isLast ? value : isRecord(place[step]) ? place[step] : {};
      Object.defineProperty(place, step, { value: next, enumerable: true, writable: true, configurable: true });
      if (!isLast) place = next as Record<string | number, unknown>;
    });
  }
  return body;
}

/** Returns a body as a sender with these settings would send it. */
function sample(_: number, given: JsonSettings = samplePayloadMapping): SourceSample {
  const mapping = isCompletePayloadMapping(given) ? given : samplePayloadMapping;
  const fires =
    parseSenderWordMeanings(mapping.states ?? "").find(({ means }) => means === "firing")?.words[0] ?? "firing";
  const [key = ""] = parseValuePaths(mapping.id ?? "");
  const [title] = parseValuePaths(mapping.title ?? "");
  const words = { key: "upfront-test", severity: "warning", title: "This is a test of Upfront" } as const;
  const item = bodyWith([
    [title, words.title],
    [mapping.severity, words.severity],
    [mapping.state, fires],
    [key, words.key],
  ]);
  const list = mapping.list ? parseValuePath(mapping.list) : null;
  const payload = list === null ? item : list.length === 0 ? [item] : bodyWithList(list, item);
  return { payload, signals: [makeAlertSignal({ ...words, status: "firing" })] };
}

function bodyWithList(steps: readonly (string | number)[], item: unknown): unknown {
  return [...steps].reverse().reduce<unknown>((inner, step) => ({ [step]: inner }), [item]);
}

/** Any tool that posts JSON, a form or a query: the customer maps its fields, shown with a received delivery. */
export const jsonSourceAdapter = defineSourceAdapter<JsonSettings>({
  kind: "json",
  title: "Anything else (JSON)",
  methods: ["POST", "PUT", "GET"],
  order: "event_time",
  lists: ({ list }) => Boolean(list),
  ...credentialSourceParts,
  settings,
  sampleSettings: { ...credentialSourceParts.sampleSettings, ...samplePayloadMapping },
  contentTypes: ["application/json", "text/json", "text/plain", ...formMediaTypes, ""],
  decode: decodeJsonFormOrQuery,
  read,
  sample,
});
