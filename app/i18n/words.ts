import { createInstance } from "i18next";
import type { Language } from "./languages";
import { languageFor, spokenTag } from "./languages";
import { readLocale, type WordKey } from "./locales";
import { pseudoLanguage, pseudoText } from "./pseudo";
import { type SpokenWords, speaking } from "./speaking";

export type { WordKey } from "./locales";

/** The words of one language for public pages, mails and feeds; its `language` is a tag with the reader's region. */
export type Words = SpokenWords<WordKey>;

const namespace = "translation";

const settings = { fallbackLng: "en", initAsync: false, interpolation: { escapeValue: false } };

/** Of one language and English, which stands in where it has no word. */
function translator(language: Language) {
  const instance = createInstance();
  const resources = { en: { [namespace]: readLocale("en") }, [language]: { [namespace]: readLocale(language) } };
  instance.init({ ...settings, resources });
  return instance.getFixedT(language, namespace);
}

const translators = new Map<Language, ReturnType<typeof translator>>();

function translatorOf(language: Language) {
  const known = translators.get(language) ?? translator(language);
  translators.set(language, known);
  return known;
}

/** The pseudo-language is made from English. */
function translatorFor(tag: string): Parameters<typeof speaking>[0] {
  const translate = translatorOf(languageFor(tag));
  if (tag !== pseudoLanguage) return translate;
  return (key, values) => pseudoText(translate(key, values));
}

/** Ten languages, and the regions that readers of one deployment come from. */
const keptTags = 60;
const made = new Map<string, Words>();

/** The words for a language tag, with dates and numbers of its region; made once per process. */
export function words(given: string): Words {
  const tag = spokenTag(given);
  const known = made.get(tag);
  if (known) return known;
  if (made.size >= keptTags) made.clear();
  const fresh = speaking<WordKey>(translatorFor(tag), tag);
  made.set(tag, fresh);
  return fresh;
}
