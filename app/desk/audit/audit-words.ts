import { fieldText } from "~/i18n/field-text";
import { lengthText } from "~/i18n/length";
import { ruleFields, sourceFields } from "~/rules/alerts/fields";
import { componentFields, groupFields } from "~/rules/components/fields";
import type { Fields } from "~/rules/fields/fields";
import { heartbeatFields } from "~/rules/heartbeats/fields";
import { incidentFields } from "~/rules/incidents/fields";
import { maintenanceFields } from "~/rules/maintenances/fields";
import { monitorFields } from "~/rules/monitors/fields";
import { pageFields } from "~/rules/pages/fields";
import { channelFields } from "~/rules/telling/fields";
import { templateFields } from "~/rules/templates/fields";
import { tableIn } from "../parts/words";
import { has, type wordsIn } from "./words";
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

/** A status of anything, or a role. */
function knownWord(value: string, language: string): string | undefined {
  const tables = [
    tableIn(language, "role"),
    tableIn(language, "visibility"),
    tableIn(language, "status"),
    tableIn(language, "incident_status"),
    tableIn(language, "maintenance_status"),
  ];
  return tables.find((table) => Object.hasOwn(table, value))?.[value];
}

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
    return cut(names[value] ?? choicesOf(words, name, subjectKind)[value] ?? knownWord(value, words.language) ?? value);
  if (Array.isArray(value)) return cut(list(value.map((each) => valueText(reading, each, name))));
  if (typeof value === "number" && nounFields[subjectKind]?.[name]?.kind === "duration")
    return lengthText(value, words.language);
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
function choicesOf({ language }: AuditWords, name: string, subjectKind: string): Readonly<Record<string, string>> {
  const field = nounFields[subjectKind]?.[name];
  return field ? fieldText(field, language).choices : {};
}

const isKnownField = (name: string): name is keyof typeof english.field => has(`field.${name}`);

/** The name of a field or an action as it is stored, spelt out: `startedAt` → "started at". */
export const nameWords = (name: string): string =>
  name
    .replaceAll(/[._-]+/g, " ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();

/** A field in the words of its form; one that there are no words for is spelt out. */
export function fieldName({ t, language }: AuditWords, name: string, subjectKind = ""): string {
  const field = nounFields[subjectKind]?.[name];
  if (field) return fieldText(field, language).short;
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
