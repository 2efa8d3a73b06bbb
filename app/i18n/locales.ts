import type { Language } from "./languages";
import ar from "./locales/ar.json?raw";
import de from "./locales/de.json?raw";
import type english from "./locales/en.json";
import en from "./locales/en.json?raw";
import es from "./locales/es.json?raw";
import fr from "./locales/fr.json?raw";
import he from "./locales/he.json?raw";
import hi from "./locales/hi.json?raw";
import ja from "./locales/ja.json?raw";
import ptBR from "./locales/pt-BR.json?raw";
import zhHans from "./locales/zh-Hans.json?raw";

type WithoutPlural<Key extends string> =
  Key extends `${infer Name}_${"zero" | "one" | "two" | "few" | "many" | "other"}` ? Name : Key;

/** The keys of a catalogue as `group.key`, a counted one by its name alone. */
export type KeysOf<Tree, Prefix extends string = ""> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Prefix}${WithoutPlural<Key>}`
    : KeysOf<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];

/** Every word of the public pages by its place in the locale files. */
export type WordKey = KeysOf<typeof english>;

export type Tree = Record<string, Record<string, string>>;

const texts: Record<Language, string> = {
  en,
  de,
  es,
  fr,
  ja,
  ar,
  he,
  hi,
  "pt-BR": ptBR,
  "zh-Hans": zhHans,
};

/** The words of a language, as a test holds them to those of English. Read for who asks: ten cost each start. */
export const readLocale = (language: Language): Tree => JSON.parse(texts[language]);
