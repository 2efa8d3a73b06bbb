import { deskCataloguePath, wordGroupsPath } from "./catalogue-rooms";
import { deskEnglish } from "./desk-english";
import { pseudoLanguage } from "./pseudo";
import { addTranslation, type RoomTextCatalogue, translationOf } from "./word-room";
import type { CatalogueReader } from "./words";

/** Management's words in one language: its rooms, `fields/<noun>`, `failures` and `adapters`. */
type DeskCatalogue = Record<string, RoomTextCatalogue>;

const taken = new WeakSet<object>();

/** Adds a catalogue once per reading, because each added translation makes every room rebuild its words. */
function take(language: string, catalogue: DeskCatalogue): void {
  if (taken.has(catalogue)) return;
  taken.add(catalogue);
  for (const [room, tree] of Object.entries(catalogue)) addTranslation(language, room, tree);
}

/** Adds the file of a language to the words of this isolate. Returns false if the file cannot be read now. */
async function loadCatalogue({ files }: CatalogueReader, language: string): Promise<boolean> {
  const path = deskCataloguePath(language);
  const catalogue = files.kept(path) ?? (await files.read(path));
  if (catalogue === undefined) return false;
  take(language, catalogue as DeskCatalogue);
  return true;
}

/** Loads the English that is no code, and what says which of it a page's script needs; false when it cannot be read. */
async function loadEnglish(reading: CatalogueReader): Promise<boolean> {
  if (deskEnglish.isInCode) return true;
  const [isLoaded, groups] = await Promise.all([loadCatalogue(reading, "en"), reading.files.read(wordGroupsPath)]);
  return isLoaded && groups !== undefined;
}

const isTranslated = (language: string) => language !== "en" && language !== pseudoLanguage;

/**
 * Loads management's words in a language into the isolate, and returns the language to use: English when they cannot be
 * read, null when not even English can.
 */
export async function loadDeskWords(reading: CatalogueReader, language: string): Promise<string | null> {
  const [hasEnglish, isSpoken] = await Promise.all([
    loadEnglish(reading),
    !isTranslated(language) || loadCatalogue(reading, language),
  ]);
  if (!hasEnglish) return null;
  return isSpoken ? language : "en";
}

const room = /^(?:ui\/|(?:[\w-]+\/)*(?=[\w-]+\/desk\/))([\w-]+)\//;

/** Returns the language of a route's page: the person's when its room is translated, else English. */
export function languageOfRoute(routeId: string | null, language: string): string {
  const name = room.exec(routeId ?? "")?.[1];
  if (name === undefined || !isTranslated(language)) return language;
  return translationOf(language, name) === undefined ? "en" : language;
}
