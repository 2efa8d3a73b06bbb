import { createInstance } from "i18next";
import type { Language } from "./languages";
import { languageFor } from "./languages";
import { readLocale, type WordKey } from "./locales";
import { type SpokenWords, speaking } from "./speaking";

export type { WordKey } from "./locales";

/** The words of one language for public pages, mails and feeds. */
export interface Words extends SpokenWords<WordKey> {
  language: Language;
}

const namespace = "translation";

const settings = { fallbackLng: "en", initAsync: false, interpolation: { escapeValue: false } };

/** Of one language and English, which stands in where it has no word. */
function translator(language: Language) {
  const instance = createInstance();
  const resources = { en: { [namespace]: readLocale("en") }, [language]: { [namespace]: readLocale(language) } };
  instance.init({ ...settings, resources });
  return instance.getFixedT(language, namespace);
}

const made = new Map<Language, Words>();

/** The words for a page's language tag, made once per process. */
export function words(tag: string): Words {
  const language = languageFor(tag);
  const known = made.get(language);
  if (known) return known;
  const fresh: Words = { ...speaking<WordKey>(translator(language), language), language };
  made.set(language, fresh);
  return fresh;
}
