import type { ConfiguredNounName, ConfiguredValue, ConfiguredValues } from "./configuration-types";

/** A field of a file that names other things of the page by their keys. */
export interface ConfiguredReference {
  /** Nouns of the named things; a key is looked for in this order. */
  nouns: readonly ConfiguredNounName[];
  /** One key, a list of keys, or an object of key → status. */
  form: "one" | "several" | "statuses";
}

type ReferencesByField = Readonly<Record<string, ConfiguredReference>>;

const one = (...nouns: ConfiguredNounName[]): ConfiguredReference => ({ nouns, form: "one" });
const several = (...nouns: ConfiguredNounName[]): ConfiguredReference => ({ nouns, form: "several" });
const affected: ConfiguredReference = { nouns: ["component"], form: "statuses" };
const observer = one("monitor", "heartbeat", "source");

/** Fields that refer to other things, by noun and by their names in a file. */
export const configuredReferencesByNoun: Readonly<Record<ConfiguredNounName | "page", ReferencesByField>> = {
  page: { escalate_channels: several("channel"), escalate_persons: several("member") },
  group: {},
  component: { group: one("group"), depends_on: one("component") },
  monitor: { agent: one("agent"), depends_on: observer, components: affected },
  heartbeat: { depends_on: observer, components: affected },
  agent: {},
  source: { depends_on: observer },
  rule: { source: one("source"), components: affected },
  channel: { components: several("component") },
  template: { component_statuses: affected },
  mute: { subject: one("component", "monitor", "heartbeat", "source") },
  member: {},
  mailer: {},
};

/** Returns the name in a file of a field that the API names: a thing is named by its key and not by its id. */
export const fileFieldName = (apiName: string): string => apiName.replace(/_ids$/, "s").replace(/_id$/, "");

/** Returns the id of a thing that a file names; null = there is none. */
export type ReferenceLookup = (nouns: readonly ConfiguredNounName[], key: string) => string | null;

/** A named thing that does not exist. */
export interface MissingReference {
  field: string;
  nouns: readonly ConfiguredNounName[];
  key: string;
}

export interface ResolvedValues {
  values: ConfiguredValues;
  missing: readonly MissingReference[];
}

const isObject = (value: ConfiguredValue): value is { readonly [name: string]: ConfiguredValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the keys that a value names. */
function namedKeys({ form }: ConfiguredReference, value: ConfiguredValue): string[] {
  if (form === "one") return typeof value === "string" && value !== "" ? [value] : [];
  if (form === "several") return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  return isObject(value) ? Object.keys(value) : [];
}

/** Puts ids in the place of keys. */
function replaced({ form }: ConfiguredReference, value: ConfiguredValue, ids: ReadonlyMap<string, string>) {
  const idOf = (key: string) => ids.get(key) ?? key;
  if (form === "one") return typeof value === "string" ? idOf(value) : value;
  if (form === "several") return Array.isArray(value) ? value.map((each) => idOf(String(each))) : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, status]) => [idOf(key), status]));
}

/** Returns the values of a thing with ids instead of keys, and the keys that name nothing. */
export function resolveReferences(
  noun: ConfiguredNounName | "page",
  values: ConfiguredValues,
  lookup: ReferenceLookup,
): ResolvedValues {
  const missing: MissingReference[] = [];
  const resolved = Object.entries(values).map(([field, value]): [string, ConfiguredValue] => {
    const reference = configuredReferencesByNoun[noun][field];
    if (!reference) return [field, value];
    const ids = new Map<string, string>();
    for (const key of namedKeys(reference, value)) {
      const id = lookup(reference.nouns, key);
      if (id === null) missing.push({ field, nouns: reference.nouns, key });
      else ids.set(key, id);
    }
    return [field, replaced(reference, value, ids)];
  });
  return { values: Object.fromEntries(resolved), missing };
}
