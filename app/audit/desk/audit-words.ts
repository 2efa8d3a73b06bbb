import { fieldText } from "~/i18n/field-text";
import { durationInUnitsText } from "~/i18n/length";
import { wordTableOfLanguage } from "~/ui/parts/words";
import { auditedFieldsBySubject } from "./audited-fields";
import type english from "./words/en.json";
import { has, type wordsIn } from "./words/words";

type AuditDetails = Record<string, unknown> | null;

/** Names by id that the reader knows: components, groups, kinds of the subjects. */
export type AuditNames = Record<string, string>;

/** Returns the key in `AuditNames` of a kind (`kind.slack`), its settings (`settings.url`) and their choices. */
export const auditNameKey = (subjectId: string, name: string): string => `${subjectId}/${name}`;

type AuditWords = ReturnType<typeof wordsIn>;

/** The words and names with which an entry is read, and its subject. */
export interface AuditValueContext {
  words: AuditWords;
  names: AuditNames;
  subjectKind: string;
  subjectId: string;
}

/** Returns the word for a status of any noun, or for a role. */
function knownWord(value: string, language: string): string | undefined {
  const tables = [
    wordTableOfLanguage(language, "role"),
    wordTableOfLanguage(language, "visibility"),
    wordTableOfLanguage(language, "status"),
    wordTableOfLanguage(language, "incident_status"),
    wordTableOfLanguage(language, "maintenance_status"),
  ];
  return tables.find((table) => Object.hasOwn(table, value))?.[value];
}

const maxValueChars = 300;

const cut = (text: string) => (text.length > maxValueChars ? `${text.slice(0, maxValueChars)}…` : text);

const maxPartsShown = 12;

/** Returns the first parts of many; no part is cut, whatever its length in the language. */
const firstOf = <Part>(parts: readonly Part[]) =>
  parts.length > maxPartsShown ? [...parts.slice(0, maxPartsShown), "…"] : [...parts];

export const isEmptyAuditValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

/** True for an instant, judged by the field's name: shown in the reader's time zone. */
export const isInstantField = (name: string, value: unknown): value is number =>
  typeof value === "number" && value > 1e12 && /(At|Until)$/.test(name);

/** Returns the name of a value, or its label in the form of its field. */
const namedIn = (
  { words, names, subjectKind, subjectId }: AuditValueContext,
  value: string,
  name: string,
): string | undefined =>
  names[auditNameKey(subjectId, `${name}.${value}`)] ??
  names[value] ??
  choicesOf(words, name, subjectKind)[value] ??
  saidOf(words, name, value) ??
  statusChange(words, name, value);

const isSaid = (key: string): key is keyof typeof english.said => has(`said.${key}`);

/** Returns a word that only entries have: a way to sign in, the outcome of a notification. */
function saidOf({ t }: AuditWords, name: string, value: string): string | undefined {
  const key = `${name}_${value}`;
  return isSaid(key) ? t(`said.${key}`) : undefined;
}

/** Reads a component change in an update's entry, stored as `Checkout: operational → major_outage`. */
function statusChange({ t, language }: AuditWords, name: string, value: string): string | undefined {
  const [, component, from = "", to = ""] = (name === "components" && /^(.*): (\w+) → (\w+)$/.exec(value)) || [];
  const statuses = wordTableOfLanguage(language, "status");
  return component === undefined
    ? undefined
    : t("value.status_change", { component, from: statuses[from] ?? from, to: statuses[to] ?? to });
}

/** Returns one part of a compound value, in the words of its form or its kind's settings, or spelt out. */
function pairText(reading: AuditValueContext, name: string, key: string, value: unknown): string {
  const { words, names, subjectKind, subjectId } = reading;
  const part = `${name}.${key}`;
  const own = names[auditNameKey(subjectId, part)] ?? names[key];
  const called = auditedFieldsBySubject[subjectKind]?.[part]
    ? auditFieldLabel(words, part, subjectKind)
    : (own ?? auditFieldLabel(words, key));
  return words.t("value.pair", { name: called, value: auditValueText(reading, value, part) });
}

/** Returns the name of an object that was changed together with others; undefined for any other value. */
const itemName = (value: object): string | undefined =>
  "id" in value && "name" in value && typeof value.name === "string" && Object.keys(value).length === 2
    ? value.name
    : undefined;

/** Returns a value for people to read, short enough for a line. */
export function auditValueText(reading: AuditValueContext, value: unknown, name = ""): string {
  const { words, subjectKind } = reading;
  const { t, list } = words;
  if (isEmptyAuditValue(value)) return t("value.nothing");
  if (typeof value === "boolean") return t(value ? "value.yes" : "value.no");
  if (typeof value === "string") return cut(namedIn(reading, value, name) ?? knownWord(value, words.language) ?? value);
  if (Array.isArray(value)) return list(firstOf(value).map((each) => auditValueText(reading, each, name)));
  if (typeof value === "number" && auditedFieldsBySubject[subjectKind]?.[name]?.kind === "duration")
    return durationInUnitsText(value, words.language);
  if (typeof value !== "object") return String(value);
  const item = itemName(value as object);
  if (item !== undefined) return cut(item);
  const pairs = Object.entries(value as object).map(([key, each]) => pairText(reading, name, key, each));
  return list(firstOf(pairs));
}

/** Returns the labels that the form of a field has for its values. */
function choicesOf({ language }: AuditWords, name: string, subjectKind: string): Readonly<Record<string, string>> {
  const field = auditedFieldsBySubject[subjectKind]?.[name];
  return field ? fieldText(field, language).choices : {};
}

const isKnownField = (name: string): name is keyof typeof english.field => has(`field.${name}`);

/** Returns the name of a field or an action as stored, spelt out: `startedAt` → "started at". */
export const spelledOutName = (name: string): string =>
  name
    .replaceAll(/[._-]+/g, " ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();

/** Returns a field's label in its form; a field without one is spelt out. */
export function auditFieldLabel({ t, language }: AuditWords, name: string, subjectKind = ""): string {
  const field = auditedFieldsBySubject[subjectKind]?.[name];
  if (field) return fieldText(field, language).short;
  return isKnownField(name) ? t(`field.${name}`) : spelledOutName(name);
}

export interface AuditDifference {
  name: string;
  /** Undefined when it was created. */
  from: unknown;
  to: unknown;
}

/** Fields that are not shown, because they contain ids of objects without a name. Their number is in `count`. */
const unshownFields: readonly string[] = ["notices"];

/** Returns what differs between before and after, field by field. */
export function auditDifferences(before: AuditDetails, after: AuditDetails): AuditDifference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((name) => !unshownFields.includes(name))
    .map((name) => ({ name, from: before?.[name], to: after?.[name] }))
    .filter(
      ({ from, to }) =>
        !(isEmptyAuditValue(from) && isEmptyAuditValue(to)) && JSON.stringify(from) !== JSON.stringify(to),
    );
}
