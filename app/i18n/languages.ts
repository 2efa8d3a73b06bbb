import en from "./locales/en.json";

/** One entry per language in which all words are there. */
export const languages = { en } as const;
export type Language = keyof typeof languages;

type WithoutPlural<Key extends string> =
  Key extends `${infer Name}_${"zero" | "one" | "two" | "few" | "many" | "other"}` ? Name : Key;

type KeysOf<Tree, Prefix extends string = ""> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Prefix}${WithoutPlural<Key>}`
    : KeysOf<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];

/** Every word of the public pages by its place in the locale files. */
export type WordKey = KeysOf<typeof en>;

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag);

const baseOf = (tag: string) => (tag.split("-")[0] ?? "").toLowerCase();

/** The language whose words are nearest to a tag such as `de-AT` or `pt`; null where none of its family is there. */
export function knownLanguage(tag: string): Language | null {
  if (isLanguage(tag)) return tag;
  const base = baseOf(tag);
  return (Object.keys(languages) as Language[]).find((each) => baseOf(each) === base) ?? null;
}

/** The same, where something has to be said: else English. */
export const languageFor = (tag: string): Language => knownLanguage(tag) ?? "en";

const rightToLeft = new Set(["ar", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"]);

export const directionOf = (tag: string): "ltr" | "rtl" => (rightToLeft.has(tag.split("-")[0] ?? "") ? "rtl" : "ltr");
