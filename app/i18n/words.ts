import { type CataloguePart, cataloguePath } from "./catalogue-rooms";
import { makeCatalogueTranslator } from "./catalogue-text";
import { languageOrEnglish, localeTagFor } from "./languages";
import type { CatalogueTree, WordKey } from "./locales";
import englishTree from "./locales/en.json";
import { pseudoLanguage } from "./pseudo";
import { type CatalogueWords, createCatalogueWords } from "./word-speaker";

export type { WordKey } from "./locales";

/** The words of one language for public pages, emails and feeds; its `language` is a tag with the visitor's region. */
export type Words = CatalogueWords<WordKey>;

/** Reader of catalogues (platform/files). */
export interface CatalogueReader {
  files: { kept(path: string): unknown; read(path: string): Promise<unknown> };
}

/** Maximum number of cached language tags, which differ by the regions of the deployment's visitors. */
const maxCachedTags = 60;

/** Words by tag and catalogue, which live as long as the isolate keeps that catalogue. */
const madeOf = new WeakMap<CatalogueTree, Map<string, Words>>();

/** Returns the words of a catalogue, with dates and numbers of the tag's region; made once. */
export function wordsOfCatalogue(tag: string, tree: CatalogueTree): Words {
  const made = madeOf.get(tree) ?? new Map<string, Words>();
  madeOf.set(tree, made);
  const known = made.get(tag);
  if (known) return known;
  if (made.size >= maxCachedTags) made.clear();
  const language = tag === pseudoLanguage ? tag : languageOrEnglish(tag);
  const translate = makeCatalogueTranslator(language, (each) => (each === "en" ? englishTree : tree));
  const fresh = createCatalogueWords<WordKey>(translate, tag);
  made.set(tag, fresh);
  return fresh;
}

/** English is part of the worker, because it replaces catalogues that cannot be read. */
export const englishWords: Words = wordsOfCatalogue("en", englishTree);

/** Returns the words for a language tag when this isolate has read them; else null. */
export function findCachedWords({ files }: CatalogueReader, given: string, room: CataloguePart = "all"): Words | null {
  const tag = localeTagFor(given);
  const language = languageOrEnglish(tag);
  if (language === "en") return wordsOfCatalogue(tag, englishTree);
  const tree = files.kept(cataloguePath(language, "all")) ?? files.kept(cataloguePath(language, room));
  return tree === undefined ? null : wordsOfCatalogue(tag, tree as CatalogueTree);
}

/** Returns the words, and reads them when they are not cached: English when that fails. */
export async function readWords(reading: CatalogueReader, given: string, room: CataloguePart = "all"): Promise<Words> {
  const known = findCachedWords(reading, given, room);
  if (known) return known;
  await reading.files.read(cataloguePath(languageOrEnglish(given), room));
  return findCachedWords(reading, given, room) ?? englishWords;
}

/** Returns the words of several languages, each read once. */
export async function readAllWords(
  reading: CatalogueReader,
  given: readonly string[],
): Promise<(tag: string) => Words> {
  const tags = [...new Set(given)];
  const all = new Map(await Promise.all(tags.map(async (tag) => [tag, await readWords(reading, tag)] as const)));
  return (tag) => all.get(tag) ?? englishWords;
}
