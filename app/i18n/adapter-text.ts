import { pseudoLanguage, pseudoText } from "./pseudo";
import { addTranslation, type RoomTree, translationOf } from "./room";

/** The registries whose files say what people read of them: a kind's title, its settings, how it is set up. */
export type AdapterFamily = "sources" | "monitors" | "channels" | "mailers";

/** Which text of which adapter: `channels.slack` and `setting_url`. */
export interface AdapterKey {
  family: AdapterFamily;
  kind: string;
  name: string;
}

const adapters = "adapters";

/** What a language says instead of an adapter's English, by `<family>.<kind>` and the text's name. */
export const addAdapterTexts = (language: string, tree: RoomTree): void => addTranslation(language, adapters, tree);

/** A text of an adapter's file, in the reader's language where that says it; placeholders are not filled yet. */
export function adapterText({ family, kind, name }: AdapterKey, english: string, language: string): string {
  if (english === "") return "";
  if (language === pseudoLanguage) return pseudoText(english);
  return translationOf(language, adapters)?.[`${family}.${kind}`]?.[name] ?? english;
}

/** What an adapter's schema says of a value that it does not take: a sentence without a key, found by its English. */
export function adapterMessage(english: string, language: string): string {
  if (language === pseudoLanguage) return pseudoText(english);
  return translationOf(language, adapters)?.messages?.[english] ?? english;
}
