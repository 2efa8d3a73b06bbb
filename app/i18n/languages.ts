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

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag);

/** The language whose words are used for a tag such as `de-AT`: itself, its base language, else English. */
export function languageFor(tag: string): Language {
  const base = tag.split("-")[0] ?? "";
  if (isLanguage(tag)) return tag;
  return isLanguage(base) ? base : "en";
}

const rightToLeft = new Set(["ar", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"]);

export const directionOf = (tag: string): "ltr" | "rtl" => (rightToLeft.has(tag.split("-")[0] ?? "") ? "rtl" : "ltr");
