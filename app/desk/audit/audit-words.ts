import { componentFields, groupFields } from "~/rules/components/fields";
import type { Fields } from "~/rules/fields/fields";
import {
  impactWords,
  incidentStatusWords,
  maintenanceStatusWords,
  roleWords,
  statusWords,
  visibilityWords,
} from "../parts/words";
import { fieldWords } from "./audit-actions";

type Facts = Record<string, unknown> | null;

/** Ids that the reader knows by name: components, groups. */
export type Names = Record<string, string>;

const words: Record<string, string> = {
  ...maintenanceStatusWords,
  ...incidentStatusWords,
  ...statusWords,
  ...visibilityWords,
  ...roleWords,
};

const own: Record<string, Record<string, string>> = { impact: impactWords, impactOverride: impactWords };

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
export function valueWords(value: unknown, names: Names, field = ""): string {
  if (isNothing(value)) return "nothing";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (typeof value === "string") return cut(names[value] ?? own[field]?.[value] ?? words[value] ?? value);
  if (Array.isArray(value)) return cut(value.map((each) => valueWords(each, names)).join(", "));
  if (typeof value !== "object") return String(value);
  const pairs = Object.entries(value as object).map(
    ([name, each]) => `${names[name] ?? fieldName(name)}: ${valueWords(each, names)}`,
  );
  return cut(pairs.join(", "));
}

/** `startedAt` → "started at", `component.set_status` → "component set status". */
export const nameWords = (name: string): string =>
  name
    .replaceAll(/[._-]+/g, " ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();

/** The fields of what an entry is about, by its kind. */
const nounFields: Record<string, Fields> = { component: componentFields, component_group: groupFields };

/** A field in the words of its form. */
export const fieldName = (name: string, subjectKind = ""): string => {
  const found = nounFields[subjectKind]?.[name]?.label ?? fieldWords[name] ?? nameWords(name);
  return found.charAt(0).toUpperCase() + found.slice(1);
};

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
