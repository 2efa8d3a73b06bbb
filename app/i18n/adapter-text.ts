import { pseudoLanguage, pseudoText } from "./pseudo";
import { addTranslation, type RoomTextCatalogue, translationOf } from "./word-room";

/** The registries whose files contain texts for people: the title of a kind, its settings, its set-up. */
export type AdapterRegistryName = "sources" | "monitors" | "channels" | "mailers";

/** Name of an adapter's text: `channels.slack` and `setting_url`. */
export interface AdapterTextKey {
  family: AdapterRegistryName;
  kind: string;
  name: string;
}

const adapters = "adapters";

/** Adds a language's translations of adapters' English, by `<family>.<kind>` and the text's name. */
export const addAdapterTexts = (language: string, tree: RoomTextCatalogue): void =>
  addTranslation(language, adapters, tree);

/** Returns a text of an adapter's file, translated if there is a translation. Placeholders are not filled yet. */
export function adapterText({ family, kind, name }: AdapterTextKey, english: string, language: string): string {
  if (english === "") return "";
  if (language === pseudoLanguage) return pseudoText(english);
  return translationOf(language, adapters)?.[`${family}.${kind}`]?.[name] ?? english;
}

/**
 * Returns the message of an adapter's schema about an invalid value: a sentence without a key, found by its English.
 */
export function adapterMessage(english: string, language: string): string {
  if (language === pseudoLanguage) return pseudoText(english);
  return translationOf(language, adapters)?.messages?.[english] ?? english;
}
