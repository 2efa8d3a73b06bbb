import type { Ctx } from "~/platform/ctx";
import type { ConfigurationJobWork } from "./job-parts";
import { presentKinds } from "./present-kinds";
import type { ConfiguredThingRow } from "./queries/configured-thing";
import type { pageSecretsOfPagesQuery } from "./queries/page-secret";
import type { ConfiguredNounName, ConfiguredValue, ConfiguredValues, PlannedChange } from "./rules/configuration-types";
import { configuredKindOf } from "./rules/configured-kinds";
import { nounOfPlural } from "./rules/configured-nouns";
import { type MissingReference, type ReferenceLookup, resolveReferences } from "./rules/configured-references";
import { digestibleFields, flattenConfiguredValues, settingFieldOf, settingNameOf } from "./rules/configured-values";
import { orderFieldName } from "./rules/order-field";
import { fileOwnedFieldText } from "./rules/owned-fields";
import { secretNameIn } from "./rules/value-hash";
import type { DigestOfValue } from "./value-digest";

type PageSecretRow = Awaited<ReturnType<typeof pageSecretsOfPagesQuery>>[number];

/** The knowledge of a job, kept up to date from step to step. */
export interface ConfigurationJobKnowledge {
  work: ConfigurationJobWork;
  /** Things that the file knows of its pages, by page, noun and key. */
  things: Map<string, ConfiguredThingRow>;
  /** Ids of things that a later step takes over or renames, under the keys that they will have. */
  planned: ReadonlyMap<string, string>;
  secrets: readonly PageSecretRow[];
  digestOf: DigestOfValue;
}

export const configuredThingKey = (pageId: string, noun: string, key: string): string => `${pageId} ${noun} ${key}`;

/** Ids are of this form; keys of a file that look so are found as keys first. */
const looksLikeId = (text: string): boolean => /^[0-9a-z]{26}$/.test(text);

/** Returns the ids of things that the file names on a page. */
export const referenceLookupOnPage =
  ({ things, planned }: Pick<ConfigurationJobKnowledge, "things" | "planned">, pageId: string): ReferenceLookup =>
  (nouns, key) => {
    for (const { noun, own } of namedThings(nouns, key)) {
      const name = configuredThingKey(pageId, noun, own);
      const id = things.get(name)?.ourId ?? planned.get(name);
      if (id !== undefined) return id;
    }
    return looksLikeId(key) ? key : null;
  };

/** A key that two nouns share is written below the place of one of them: `monitors/api`. */
function namedThings(nouns: readonly ConfiguredNounName[], key: string) {
  const [plural = "", own = ""] = key.split("/");
  const named = own === "" ? null : nounOfPlural(plural);
  return named ? [{ noun: named, own }] : nouns.map((noun) => ({ noun, own: key }));
}

/** A mute of the whole page names no thing. */
const pageSubject = "page";

interface DescribedThing {
  noun: ConfiguredNounName | "page";
  values: ConfiguredValues;
}

/** Returns what the file says about the subject of a change; null for what it no longer describes. */
export function findDescribedThing(
  { document }: ConfigurationJobWork,
  { slug, noun, key }: PlannedChange,
): DescribedThing | null {
  const page = document.pages.find((each) => each.slug === slug);
  if (!page || noun === "page") return page ? { noun: "page", values: page.values } : null;
  const thing = page.things.find((each) => each.noun === noun && each.key === key);
  return thing ? { noun, values: thing.values } : null;
}

/** Puts settings back into their object. */
function unflattened(flat: readonly (readonly [string, ConfiguredValue])[]): ConfiguredValues {
  const settings = flat.flatMap(([path, value]): [string, ConfiguredValue][] => {
    const name = settingNameOf(path);
    return name === null ? [] : [[name, value]];
  });
  const others = flat.filter(([path]) => settingNameOf(path) === null);
  return {
    ...Object.fromEntries(others),
    ...(settings.length > 0 ? { settings: Object.fromEntries(settings) } : {}),
  };
}

/**
 * Returns the values that a change sets. Of a kind's settings it sets all that the file names, because a secret is
 * given again when the address that it is sent to changes. A new thing takes all values; a new page those of its plan,
 * as the things that it refers to are made later.
 */
function changedValuesOf({ noun, values }: DescribedThing, { action, fields }: PlannedChange): ConfiguredValues {
  const names = new Set(fields.map(({ name }) => name));
  const isWhole = action === "create" && noun !== "page";
  const hasSettings = fields.some(({ name }) => settingNameOf(name) !== null);
  const flat = flattenConfiguredValues(values).filter(
    ([path]) =>
      isWhole || (names.has(path) && path !== orderFieldName) || (hasSettings && settingNameOf(path) !== null),
  );
  return unflattened(flat);
}

/** Returns the ids of a page's groups and components in the order of the file; what could not be made is left out. */
export function idsInFileOrder(known: ConfigurationJobKnowledge, pageId: string, { values }: DescribedThing): string[] {
  const order = values[orderFieldName];
  const lookup = referenceLookupOnPage(known, pageId);
  return (Array.isArray(order) ? order : []).flatMap((text) => lookup([], String(text)) ?? []);
}

const resolvedOn = (noun: DescribedThing["noun"], values: ConfiguredValues, lookup: ReferenceLookup) => {
  if (noun !== "mute" || values.subject !== pageSubject) return resolveReferences(noun, values, lookup);
  return { values, missing: [] };
};

export interface ConfigurationChangeValues {
  values: ConfiguredValues;
  missing: readonly MissingReference[];
  /** Names of secrets that the page does not have. */
  unknownSecrets: readonly string[];
}

/** Opens the secrets that settings name. */
async function withSecrets(ctx: Ctx, secrets: readonly PageSecretRow[], pageId: string, settings: ConfiguredValues) {
  const unknown: string[] = [];
  const entries = Object.entries(settings).map(async ([name, value]): Promise<[string, ConfiguredValue]> => {
    const secret = secretNameIn(value);
    if (secret === null) return [name, value];
    const row = secrets.find((each) => each.pageId === pageId && each.name === secret);
    const text = row ? await ctx.secrets.open(row.sealed) : null;
    if (text === null) unknown.push(secret);
    return [name, text];
  });
  return { settings: Object.fromEntries(await Promise.all(entries)) as ConfiguredValues, unknown };
}

/** Returns the values of a change as the verbs take them: things by their ids, secrets in plain text. */
export async function resolveChangeValues(
  ctx: Ctx,
  known: ConfigurationJobKnowledge,
  pageId: string,
  thing: DescribedThing,
  change: PlannedChange,
): Promise<ConfigurationChangeValues> {
  const given = changedValuesOf(thing, change);
  const { values, missing } = resolvedOn(thing.noun, given, referenceLookupOnPage(known, pageId));
  if (values.settings === undefined) return { values, missing, unknownSecrets: [] };
  const named = values.settings as ConfiguredValues;
  const { settings, unknown } = await withSecrets(ctx, known.secrets, pageId, named);
  return { values: { ...values, settings }, missing, unknownSecrets: unknown };
}

/** Returns the fields that the file owns of a thing after a change, each with what it last set. */
export function ownedFieldsAfterChange(
  known: ConfigurationJobKnowledge,
  pageId: string,
  { noun, values }: DescribedThing,
  { slug, action, fields }: PlannedChange,
): Record<string, string> {
  const kind = configuredKindOf(presentKinds, noun, values.kind);
  const lookup = referenceLookupOnPage(known, pageId);
  const isFirstOfPage = noun === "page" && action === "create";
  const owned = digestibleFields(noun, values, lookup, kind).flatMap(([path, value]): [string, string][] => {
    if (isFirstOfPage && fields.every(({ name }) => name !== path)) return [];
    const isSecret = settingFieldOf(kind, path)?.secret === true;
    const digest = known.digestOf(slug, value, isSecret);
    return digest === null ? [] : [[path, fileOwnedFieldText({ digest, secret: secretNameIn(value) })]];
  });
  return Object.fromEntries(owned);
}
