import { agentFields } from "~/agents/rules/fields";
import { ruleFields } from "~/alert-rules/rules/fields";
import { componentFields, groupFields } from "~/components/rules/fields";
import { correctionFields } from "~/corrections/rules/fields";
import type { Fields } from "~/fields/fields";
import { heartbeatFields, scheduleFields } from "~/heartbeats/rules/fields";
import { fieldText } from "~/i18n/field-text";
import { lengthText } from "~/i18n/length";
import { incidentFields } from "~/incidents/rules/fields";
import { maintenanceFields } from "~/maintenances/rules/fields";
import { repeatFields } from "~/maintenances/rules/repeat-fields";
import { monitorFields } from "~/monitors/rules/fields";
import { channelFields } from "~/notifications/rules/fields";
import { pageFields } from "~/pages/rules/fields";
import { sourceFields } from "~/sources/rules/fields";
import { templateFields } from "~/templates/rules/fields";
import { tableIn } from "~/ui/parts/words";
import type english from "./words/en.json";
import { has, type wordsIn } from "./words/words";

type Facts = Record<string, unknown> | null;

/** Ids that the reader knows by name: components, groups, kinds of what an entry is about. */
export type Names = Record<string, string>;

/** How a kind (`kind.slack`), its settings (`settings.url`) and what is chosen there are found among the names. */
export const nameWithin = (subjectId: string, name: string): string => `${subjectId}/${name}`;

type AuditWords = ReturnType<typeof wordsIn>;

/** How an entry is read: in which words, with which names, and what it is about. */
export interface Reading {
  words: AuditWords;
  names: Names;
  subjectKind: string;
  subjectId: string;
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

const most = 12;

/** Of many parts the first: a whole one is never cut in two, whatever the language makes of it. */
const firstOf = <Part>(parts: readonly Part[]) => (parts.length > most ? [...parts.slice(0, most), "…"] : [...parts]);

export const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

/** An instant, where the field's name says that it is one: shown in the reader's zone. */
export const isInstant = (name: string, value: unknown): value is number =>
  typeof value === "number" && value > 1e12 && /(At|Until)$/.test(name);

/** What is known by name, or has one in the form of its field. */
const namedIn = ({ words, names, subjectKind, subjectId }: Reading, value: string, name: string): string | undefined =>
  names[nameWithin(subjectId, `${name}.${value}`)] ??
  names[value] ??
  choicesOf(words, name, subjectKind)[value] ??
  saidOf(words, name, value) ??
  statusChange(words, name, value);

const isSaid = (key: string): key is keyof typeof english.said => has(`said.${key}`);

/** A word that only entries have: how somebody came in, what became of a notification. */
function saidOf({ t }: AuditWords, name: string, value: string): string | undefined {
  const key = `${name}_${value}`;
  return isSaid(key) ? t(`said.${key}`) : undefined;
}

/** An update's entry has its components as `Checkout: operational → major_outage`. */
function statusChange({ t, language }: AuditWords, name: string, value: string): string | undefined {
  const [, component, from = "", to = ""] = (name === "components" && /^(.*): (\w+) → (\w+)$/.exec(value)) || [];
  const statuses = tableIn(language, "status");
  return component === undefined
    ? undefined
    : t("value.status_change", { component, from: statuses[from] ?? from, to: statuses[to] ?? to });
}

/** One part of a value that has several, by the words of its form, of its kind's settings, or spelt out. */
function pairText(reading: Reading, name: string, key: string, value: unknown): string {
  const { words, names, subjectKind, subjectId } = reading;
  const part = `${name}.${key}`;
  const own = names[nameWithin(subjectId, part)] ?? names[key];
  const called = nounFields[subjectKind]?.[part] ? fieldName(words, part, subjectKind) : (own ?? fieldName(words, key));
  return words.t("value.pair", { name: called, value: valueText(reading, value, part) });
}

/** A value as a person reads it, short enough for a line. */
export function valueText(reading: Reading, value: unknown, name = ""): string {
  const { words, subjectKind } = reading;
  const { t, list } = words;
  if (isNothing(value)) return t("value.nothing");
  if (typeof value === "boolean") return t(value ? "value.yes" : "value.no");
  if (typeof value === "string") return cut(namedIn(reading, value, name) ?? knownWord(value, words.language) ?? value);
  if (Array.isArray(value)) return list(firstOf(value).map((each) => valueText(reading, each, name)));
  if (typeof value === "number" && nounFields[subjectKind]?.[name]?.kind === "duration")
    return lengthText(value, words.language);
  if (typeof value !== "object") return String(value);
  const pairs = Object.entries(value as object).map(([key, each]) => pairText(reading, name, key, each));
  return list(firstOf(pairs));
}

/** What is planned; a text in an entry may also be that of an update. */
const { body: _text, ...plan } = maintenanceFields;
const planFields = { ...plan, ...repeatFields };

/** The fields of what an entry is about, by its kind. */
const nounFields: Record<string, Fields> = {
  agent: agentFields,
  channel: channelFields,
  component: componentFields,
  component_group: groupFields,
  correction: correctionFields,
  heartbeat: { ...heartbeatFields, ...scheduleFields, "schedule.kind": scheduleFields.scheduleKind },
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
