/** The languages that all words are there in, each by its own name, in the order of the form. */
export const languageNames = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  "pt-BR": "Português (Brasil)",
  ja: "日本語",
  "zh-Hans": "简体中文",
  ar: "العربية",
  he: "עברית",
  hi: "हिन्दी",
} as const;
export type Language = keyof typeof languageNames;

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(languageNames, tag);

/** Browsers and Java still send the old names of Hebrew and Yiddish. */
const renamed: Record<string, string> = { iw: "he", ji: "yi" };

function baseOf(tag: string): string {
  const base = (tag.split("-")[0] ?? "").toLowerCase();
  return renamed[base] ?? base;
}

/** The language whose words are nearest to a tag such as `de-AT` or `pt`; null where none of its family is there. */
export function knownLanguage(tag: string): Language | null {
  if (isLanguage(tag)) return tag;
  const base = baseOf(tag);
  return (Object.keys(languageNames) as Language[]).find((each) => baseOf(each) === base) ?? null;
}

/** The same, where something has to be said: else English. */
export const languageFor = (tag: string): Language => knownLanguage(tag) ?? "en";

const rightToLeft = new Set(["ar", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"]);

/** `en-XB` is the pseudo-language, which tries what runs from right to left. */
export const directionOf = (tag: string): "ltr" | "rtl" =>
  rightToLeft.has(baseOf(tag)) || tag === "en-XB" ? "rtl" : "ltr";
