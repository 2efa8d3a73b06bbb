import type { Language } from "./languages";
import ar from "./locales/ar.json";
import de from "./locales/de.json";
import en from "./locales/en.json";
import es from "./locales/es.json";
import fr from "./locales/fr.json";
import he from "./locales/he.json";
import hi from "./locales/hi.json";
import ja from "./locales/ja.json";
import ptBR from "./locales/pt-BR.json";
import zhHans from "./locales/zh-Hans.json";

type WithoutPlural<Key extends string> =
  Key extends `${infer Name}_${"zero" | "one" | "two" | "few" | "many" | "other"}` ? Name : Key;

type KeysOf<Tree, Prefix extends string = ""> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Prefix}${WithoutPlural<Key>}`
    : KeysOf<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];

/** Every word of the public pages by its place in the locale files. */
export type WordKey = KeysOf<typeof en>;

type Tree = Record<string, Record<string, string>>;

/** The words of each language; a test holds them to those of English. */
export const locales: Record<Language, Tree> = {
  ...{ en, de, es, fr, ja, ar, he, hi },
  "pt-BR": ptBR,
  "zh-Hans": zhHans,
};
