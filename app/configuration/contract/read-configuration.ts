import type {
  ConfigurationDocument,
  ConfigurationError,
  ConfiguredPage,
  ConfiguredThing,
  ConfiguredValue,
  FilePlace,
} from "../rules/configuration-types";
import { configuredFieldOf } from "../rules/configured-fields";
import { nounOfPlural, nounsInFile, nounsOfThings } from "../rules/configured-nouns";
import { isKey, isSlug, keyHint } from "../rules/key-text";
import type { ErrorList, PlacedEntry, PlacedMap } from "./placed-value";
import { readField, readFormerKey, readThing, refuseField } from "./read-thing";
import { type FileReading, mapOf, type ReadConfigurationOptions, refuseName, textOf } from "./reading";
import { readYamlTree } from "./yaml-tree";

export type { ReadConfigurationOptions } from "./reading";

/** A file as it was read; null = it has errors. */
export interface ReadConfiguration {
  document: ConfigurationDocument | null;
  errors: readonly ConfigurationError[];
}

const slugHint = "The key of a page is its address: 2–40 lower-case letters, digits and hyphens.";
const pluralsOfThings = nounsOfThings.map((noun) => nounsInFile[noun].plural);

/** Two things that had the same key before are an error of the second. */
function refuseSharedPasts(things: readonly ConfiguredThing[], { errors }: FileReading) {
  const pasts = new Map<string, string>();
  for (const { noun, was, key, place } of things) {
    if (was === null) continue;
    const name = `${noun}/${was}`;
    if (pasts.has(name)) errors.add(`“was: ${was}” already belongs to “${pasts.get(name)}”.`, place);
    pasts.set(name, key);
  }
}

function readPage(entry: PlacedEntry, reading: FileReading): ConfiguredPage {
  const { key: slug, keyPlace: place } = entry;
  if (!isSlug(slug)) reading.errors.add(`“${slug}” is no address of a page. ${slugHint}`, place);
  const map = mapOf(entry.value, `The page “${slug}”`, reading);
  const into = { values: {} as Record<string, ConfiguredValue>, places: {} as Record<string, FilePlace> };
  const things: ConfiguredThing[] = [];
  for (const each of map.entries) {
    const noun = nounOfPlural(each.key);
    const field = configuredFieldOf("page", each.key);
    if (noun) {
      const all = mapOf(each.value, `“${each.key}”`, reading);
      things.push(...all.entries.map((thing) => readThing(noun, thing, reading)));
    } else if (field) readField(field, each, into, reading);
    else if (each.key !== "was") refuseField("page", each, [...pluralsOfThings, "was"], reading);
  }
  refuseSharedPasts(things, reading);
  const was = readFormerKey(
    map.entries.find(({ key }) => key === "was"),
    reading,
  );
  return { slug, was, values: into.values, things, place, places: into.places };
}

function readName(root: PlacedMap, reading: FileReading): string | null {
  const entry = root.entries.find(({ key }) => key === "name");
  if (!entry)
    return reading.errors.add(
      "The file has no “name”, under which it owns what it makes, such as name: main.",
      root.place,
    );
  const name = textOf(entry.value, "name", reading);
  return name === null || isKey(name)
    ? name
    : reading.errors.add(`“${name}” is no name of a file. ${keyHint}`, entry.value.place);
}

const topNames = ["name", "pages"];
/** Anchors may stand below names of one's own, as Docker Compose has them. */
const isExtension = (key: string) => key.startsWith("x-");

function readRoot(root: PlacedMap, reading: FileReading): ConfigurationDocument | null {
  for (const entry of root.entries) {
    if (!topNames.includes(entry.key) && !isExtension(entry.key))
      refuseName(entry, { of: "a file", known: topNames }, reading);
  }
  const name = readName(root, reading);
  const pages = root.entries.find(({ key }) => key === "pages");
  if (!pages) reading.errors.add("The file has no “pages”.", root.place);
  const all = pages ? mapOf(pages.value, "“pages”", reading).entries : [];
  const read = all.map((entry) => readPage(entry, reading));
  return name === null ? null : { name, pages: read };
}

/** Reads the text of a configuration file. Never throws: what is wrong is said with its line and column. */
export function readConfiguration(text: string, options: ReadConfigurationOptions): ReadConfiguration {
  const { root, errors } = readYamlTree(text, options.variables);
  const reading: FileReading = { ...options, errors };
  if (errors.all.length > 0 && root === null) return { document: null, errors: errors.all };
  const empty: PlacedMap = { type: "map", entries: [], place: { line: 1, column: 1 } };
  const map = root ? mapOf(root, "A file", reading) : empty;
  const document = readRoot(map, reading);
  return errors.all.length > 0 ? { document: null, errors: inOrder(errors) } : { document, errors: [] };
}

const inOrder = ({ all }: ErrorList): ConfigurationError[] =>
  all.toSorted(
    (one, other) =>
      (one.place?.line ?? 0) - (other.place?.line ?? 0) || (one.place?.column ?? 0) - (other.place?.column ?? 0),
  );
