import type { Language } from "./languages";
import en from "./locales/en.json";

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
export const locales: Record<Language, Tree> = { en };
