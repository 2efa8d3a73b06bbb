import { deskCataloguePath } from "./catalogue-rooms";
import { pseudoLanguage } from "./pseudo";
import { addTranslation, type RoomCatalogue, translationOf } from "./word-room";
import type { CatalogueReader } from "./words";

/** Management's words in one language: its rooms, `fields/<noun>`, `failures` and `adapters`. */
type DeskCatalogue = Record<string, RoomCatalogue>;

const taken = new WeakSet<object>();

/** Adds a catalogue once per reading, because each added translation makes every room rebuild its words. */
function take(language: string, catalogue: DeskCatalogue): void {
  if (taken.has(catalogue)) return;
  taken.add(catalogue);
  for (const [room, tree] of Object.entries(catalogue)) addTranslation(language, room, tree);
}

/**
 * Loads management's words in a language into the isolate, and returns the language to use: English when they cannot be
 * read.
 */
export async function loadDeskWords({ files }: CatalogueReader, language: string): Promise<string> {
  if (language === "en" || language === pseudoLanguage) return language;
  const path = deskCataloguePath(language);
  const catalogue = files.kept(path) ?? (await files.read(path));
  if (catalogue === undefined) return "en";
  take(language, catalogue as DeskCatalogue);
  return language;
}

const room = /^(?:ui\/|(?:[\w-]+\/)*(?=[\w-]+\/desk\/))([\w-]+)\//;

/** Returns the language of a route's page: the person's when its room is translated, else English. */
export function languageOfRoute(routeId: string | null, language: string): string {
  const name = room.exec(routeId ?? "")?.[1];
  if (name === undefined || language === "en" || language === pseudoLanguage) return language;
  return translationOf(language, name) === undefined ? "en" : language;
}
