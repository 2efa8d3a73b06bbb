import { ruleFields, sourceFields } from "~/rules/alerts/fields";
import { lengthText } from "~/rules/basics/length";
import { componentFields, groupFields } from "~/rules/components/fields";
import { shortLabel } from "~/rules/fields/about";
import type { Fields } from "~/rules/fields/fields";
import { heartbeatFields } from "~/rules/heartbeats/fields";
import { incidentFields } from "~/rules/incidents/fields";
import { maintenanceFields } from "~/rules/maintenances/fields";
import { monitorFields } from "~/rules/monitors/fields";
import { pageFields } from "~/rules/pages/fields";
import { channelFields } from "~/rules/telling/fields";
import { templateFields } from "~/rules/templates/fields";
import { incidentStatusWords, maintenanceStatusWords, roleWords, statusWords, visibilityWords } from "../parts/words";
import { keysIn, type wordsIn } from "./words";
import type english from "./words/en.json";

type Facts = Record<string, unknown> | null;

/** Ids that the reader knows by name: components, groups. */
export type Names = Record<string, string>;

type AuditWords = ReturnType<typeof wordsIn>;

/** How an entry is read: in which words, with which names, and what it is about. */
export interface Reading {
  words: AuditWords;
  names: Names;
  subjectKind: string;
}

const statuses: Record<string, string> = {
  ...maintenanceStatusWords,
  ...incidentStatusWords,
  ...statusWords,
  ...visibilityWords,
  ...roleWords,
};

const longest = 300;

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

/** An instant, where the field's name says that it is one: shown in the reader's zone. */
export const isInstant = (name: string, value: unknown): value is number =>
  typeof value === "number" && value > 1e12 && /(At|Until)$/.test(name);

/** A value as a person reads it, short enough for a line. */
export function valueText(reading: Reading, value: unknown, name = ""): string {
  const { words, names, subjectKind } = reading;
  const { t, list } = words;
  if (isNothing(value)) return t("value.nothing");
  if (typeof value === "boolean") return t(value ? "value.yes" : "value.no");
  if (typeof value === "string")
    return cut(names[value] ?? choicesOf(name, subjectKind)[value] ?? statuses[value] ?? value);
  if (Array.isArray(value)) return cut(list(value.map((each) => valueText(reading, each, name))));
  if (typeof value === "number" && nounFields[subjectKind]?.[name]?.kind === "duration") return lengthText(value);
  if (typeof value !== "object") return String(value);
  const inside = { words, names, subjectKind: "" };
  const pairs = Object.entries(value as object).map(([key, each]) =>
    t("value.pair", { name: names[key] ?? fieldName(words, key), value: valueText(inside, each) }),
  );
  return cut(list(pairs));
}

/** What is planned; a text in an entry may also be that of an update. */
const { body: _text, ...planFields } = maintenanceFields;

/** The fields of what an entry is about, by its kind. */
const nounFields: Record<string, Fields> = {
  channel: channelFields,
  component: componentFields,
  component_group: groupFields,
  heartbeat: heartbeatFields,
  incident: { ...incidentFields, impact: incidentFields.impactOverride },
  maintenance: planFields,
  maintenance_series: planFields,
  monitor: monitorFields,
  page: pageFields,
  rule: { ...ruleFields, holdSeconds: ruleFields.hold, resolveAfterSeconds: ruleFields.resolveAfter },
  source: sourceFields,
  template: templateFields,
};

/** The words that the form of a field has for its values. */
function choicesOf(name: string, subjectKind: string): Readonly<Record<string, string>> {
  const field = nounFields[subjectKind]?.[name];
  return field && "choices" in field ? (field.choices ?? {}) : {};
}

const isKnownField = (name: string): name is keyof typeof english.field =>
  keysIn("field").some((each) => each === name);

/** The name of a field or an action as it is stored, spelt out: `startedAt` → "started at". */
export const nameWords = (name: string): string =>
  name
    .replaceAll(/[._-]+/g, " ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();

/** A field in the words of its form; one that there are no words for is spelt out. */
export function fieldName({ t }: AuditWords, name: string, subjectKind = ""): string {
  const field = nounFields[subjectKind]?.[name];
  if (field) return shortLabel(field);
  return isKnownField(name) ? t(`field.${name}`) : nameWords(name);
}

export interface Difference {
  name: string;
  /** Undefined where there was none: it was made. */
  from: unknown;
  to: unknown;
}

/** What differs between before and after, field by field. */
export function differences(before: Facts, after: Facts): Difference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .map((name) => ({ name, from: before?.[name], to: after?.[name] }))
    .filter(({ from, to }) => !(isNothing(from) && isNothing(to)) && JSON.stringify(from) !== JSON.stringify(to));
}
