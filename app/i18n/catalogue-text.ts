import { textDirection } from "./languages";
import { pseudoLanguage, pseudoText } from "./pseudo";

/** Groups of texts by key, in i18next's JSON format, which translators' tools know. */
export type CatalogueGroups = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Values for a text: `count` selects the plural form, and `replace` fills the placeholders. */
export interface PlaceholderValues {
  count?: number;
  replace: Readonly<Record<string, string>>;
}

/** Finds a text by its key, `group.name`, and fills it. */
export type CatalogueTranslator = (key: string, filling: PlaceholderValues) => string;

/** Returns English in place of a missing word: isolated in a right-to-left language (UAX #9 §2.4). */
export const isolateEnglish = (english: string, language: string): string =>
  textDirection(language) === "rtl" ? `\u2068${english}\u2069` : english;

/** Returns a sentence with its placeholders filled. */
export const fillWordPlaceholders = (text: string, { replace }: Pick<PlaceholderValues, "replace">): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (gap, name: string) => replace[name] ?? gap);

/**
 * Translates with the two features of i18next's format that catalogues use, plural forms by CLDR and placeholders: the
 * library was a seventh of all script in the browser. Each catalogue is asked for at each text, because it may come later.
 */
export function makeCatalogueTranslator(
  language: string,
  catalogueOf: (language: string) => CatalogueGroups | undefined,
): CatalogueTranslator {
  const spoken = language === pseudoLanguage ? "en" : language;
  const plural = new Intl.PluralRules(spoken);
  return (key, filling) => {
    const [group = "", name = ""] = key.split(".", 2);
    const counted = filling.count === undefined ? name : `${name}_${plural.select(filling.count)}`;
    const [own, english] = [spoken, "en"].map((each) => {
      const texts = catalogueOf(each)?.[group];
      return texts?.[counted] ?? texts?.[name] ?? texts?.[`${name}_other`];
    });
    const text = fillWordPlaceholders(own ?? isolateEnglish(english ?? key, spoken), filling);
    return language === pseudoLanguage ? pseudoText(text) : text;
  };
}
