import type {
  ConfigurationDocument,
  ConfigurationError,
  ConfiguredNounName,
  ConfiguredPage,
  ConfiguredThing,
  ConfiguredValue,
  FilePlace,
} from "../rules/configuration-types";
import { configuredFieldOf } from "../rules/configured-fields";
import {
  isDeploymentNoun,
  nounInFileByName,
  nounOfPlural,
  nounsOfDeployment,
  nounsOfPage,
} from "../rules/configured-nouns";
import { deploymentSlug } from "../rules/deployment-page";
import { configurationKeyHint, isConfigurationKey, isSlug } from "../rules/key-text";
import { orderFieldName } from "../rules/order-field";
import { fileOrderOfThings } from "../rules/page-order";
import type { ConfigurationErrorList, PlacedEntry, PlacedMap } from "./placed-value";
import { addUnknownFieldError, readConfiguredField, readConfiguredThing, readFormerKey } from "./read-thing";
import {
  addUnknownNameError,
  type ConfigurationFileReading,
  expectPlacedMap,
  expectShortText,
  type ReadConfigurationOptions,
} from "./reading";
import { readYamlTree } from "./yaml-tree";

export type { ReadConfigurationOptions } from "./reading";

/** A file as it was read; null = it has errors. */
export interface ReadConfiguration {
  document: ConfigurationDocument | null;
  errors: readonly ConfigurationError[];
}

const slugHint = "The key of a page is its address: 2–40 lower-case letters, digits and hyphens.";
const pluralsOfPage = nounsOfPage.map((noun) => nounInFileByName[noun].plural);

/** Two things that had the same key before are an error of the second. */
function refuseSharedPasts(things: readonly ConfiguredThing[], { errors }: ConfigurationFileReading) {
  const pasts = new Map<string, string>();
  for (const { noun, was, key, place } of things) {
    if (was === null) continue;
    const name = `${noun}/${was}`;
    if (pasts.has(name)) errors.add(`“was: ${was}” already belongs to “${pasts.get(name)}”.`, place);
    pasts.set(name, key);
  }
}

/** Reads all things of a noun, each by its key. */
function readThings(
  noun: ConfiguredNounName,
  entry: PlacedEntry,
  reading: ConfigurationFileReading,
): ConfiguredThing[] {
  const { called, needs } = nounInFileByName[noun];
  const hint = ` Give each ${called} a key of its own, such as one: { ${needs[0] ?? "name"}: … }.`;
  return expectPlacedMap(entry.value, `“${entry.key}”`, reading, hint).entries.map((thing) =>
    readConfiguredThing(noun, thing, reading),
  );
}

function readPage(entry: PlacedEntry, reading: ConfigurationFileReading): ConfiguredPage {
  const { key: slug, keyPlace: place } = entry;
  if (!isSlug(slug)) reading.errors.add(`“${slug}” is no address of a page. ${slugHint}`, place);
  const map = expectPlacedMap(entry.value, `The page “${slug}”`, reading);
  const into = { values: {} as Record<string, ConfiguredValue>, places: {} as Record<string, FilePlace> };
  const things: ConfiguredThing[] = [];
  for (const each of map.entries) {
    const noun = nounOfPlural(each.key);
    const field = configuredFieldOf("page", each.key);
    if (noun && !isDeploymentNoun(noun)) things.push(...readThings(noun, each, reading));
    else if (field) readConfiguredField(field, each, into, reading);
    else if (each.key !== "was") addUnknownFieldError("page", each, [...pluralsOfPage, "was"], reading);
  }
  refuseSharedPasts(things, reading);
  if (orderFieldName in into.values) into.values[orderFieldName] = fileOrderOfThings(things);
  const was = readFormerKey(
    map.entries.find(({ key }) => key === "was"),
    reading,
  );
  return { slug, was, values: into.values, things, place, places: into.places };
}

function readName(root: PlacedMap, reading: ConfigurationFileReading): string | null {
  const entry = root.entries.find(({ key }) => key === "name");
  if (!entry)
    return reading.errors.add(
      "The file has no “name”, under which it owns what it makes, such as name: main.",
      root.place,
    );
  const name = expectShortText(entry.value, "name", reading);
  return name === null || isConfigurationKey(name)
    ? name
    : reading.errors.add(`“${name}” is no name of a file. ${configurationKeyHint}`, entry.value.place);
}

/** Reads what is of no page; none = the file says nothing of the deployment. */
function readDeployment({ entries }: PlacedMap, reading: ConfigurationFileReading): ConfiguredPage[] {
  const own = entries.filter(({ key }) => pluralsOfDeployment.includes(key));
  const [first] = own;
  if (!first) return [];
  const things = nounsOfDeployment.flatMap((noun) =>
    own.flatMap((entry) => (entry.key === nounInFileByName[noun].plural ? readThings(noun, entry, reading) : [])),
  );
  refuseSharedPasts(things, reading);
  return [{ slug: deploymentSlug, was: null, values: {}, things, place: first.keyPlace, places: {} }];
}

const pluralsOfDeployment = nounsOfDeployment.map((noun) => nounInFileByName[noun].plural);
const pagesHint = " The key of each page is its address, such as main: { name: … }.";
const topNames = ["name", "pages", ...pluralsOfDeployment];
/** Anchors may stand below names of one's own, as Docker Compose has them. */
const isExtension = (key: string) => key.startsWith("x-");

function readRoot(root: PlacedMap, reading: ConfigurationFileReading): ConfigurationDocument | null {
  for (const entry of root.entries) {
    if (!topNames.includes(entry.key) && !isExtension(entry.key))
      addUnknownNameError(entry, { of: "a file", known: topNames }, reading);
  }
  const name = readName(root, reading);
  const pages = root.entries.find(({ key }) => key === "pages");
  if (!pages) reading.errors.add("The file has no “pages”.", root.place);
  const all = pages ? expectPlacedMap(pages.value, "“pages”", reading, pagesHint).entries : [];
  const read = all.map((entry) => readPage(entry, reading));
  const deployment = readDeployment(root, reading);
  return name === null ? null : { name, pages: [...read, ...deployment] };
}

/** Reads the text of a configuration file. Never throws: what is wrong is said with its line and column. */
export function readConfiguration(text: string, options: ReadConfigurationOptions): ReadConfiguration {
  const { root, errors } = readYamlTree(text, options.variables);
  const reading: ConfigurationFileReading = { ...options, errors };
  if (errors.all.length > 0 && root === null) return { document: null, errors: errors.all };
  const empty: PlacedMap = { type: "map", entries: [], place: { line: 1, column: 1 } };
  const map = root ? expectPlacedMap(root, "A file", reading) : empty;
  const document = readRoot(map, reading);
  return errors.all.length > 0 ? { document: null, errors: inOrder(errors) } : { document, errors: [] };
}

const inOrder = ({ all }: ConfigurationErrorList): ConfigurationError[] =>
  all.toSorted(
    (one, other) =>
      (one.place?.line ?? 0) - (other.place?.line ?? 0) || (one.place?.column ?? 0) - (other.place?.column ?? 0),
  );
