import { textDirection } from "./languages";
import { lazyValue } from "./lazy";
import { pseudoLanguage, pseudoText } from "./pseudo";

export type WordValues = Record<string, string | number>;

/** The texts of a catalogue in one language. */
export interface CatalogueWords<Key extends string> {
  language: string;
  direction: "ltr" | "rtl";
  /** `count` chooses the plural form by the rules of the language; values are not escaped (React does that). */
  t(key: Key, values?: WordValues): string;
  /** Returns a sentence with elements in it as a list: texts, which have the values as in `t`, and the elements between. */
  parts<Element>(
    key: Key,
    values: WordValues,
    elements: Readonly<Record<string, Element>>,
  ): (string | Exclude<Element, undefined>)[];
  /** Hundredths of a percent as "99.98%"; the maximum is "100%". */
  percent(hundredths: number): string;
  number(value: number): string;
  /** "a, b and c" in the language's form. */
  list(parts: readonly string[]): string;
  /** Sentences joined in order: with a space in languages that have spaces. */
  sentences(parts: readonly string[]): string;
}

/** Letters that run against the direction of the words around them. */
const against = {
  rtl: /\p{Script=Latin}/u,
  ltr: /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u,
};

/**
 * Isolates a text whose letters run the other way (Unicode UAX #9 §2.4); otherwise its punctuation and its neighbours
 * would change places. A text with such marks is left as it is.
 */
export const isolateDirection = (text: string, direction: "ltr" | "rtl"): string =>
  against[direction].test(text) && !text.includes("\u2068") ? `\u2068${text}\u2069` : text;

/** Formats a value: numbers in the digits of the language, names in their own direction. */
function written(
  value: string | number,
  { format, direction }: { format: () => Intl.NumberFormat; direction: "ltr" | "rtl" },
) {
  if (typeof value === "number") return format().format(value);
  return isolateDirection(value, direction);
}

/**
 * Maximum number of words that are cached: plural forms and placeholders take time, and a page has hundreds of texts.
 */
const maxCachedWords = 2000;

function remembering(
  translate: (key: string, values: WordValues) => string,
): (key: string, values?: WordValues) => string {
  const kept = new Map<string, string>();
  return (key, values) => {
    const name = values ? `${key}${JSON.stringify(values)}` : key;
    const known = kept.get(name);
    if (known !== undefined) return known;
    if (kept.size >= maxCachedWords) kept.clear();
    const word = translate(key, values ?? {});
    kept.set(name, word);
    return word;
  };
}

const hasBlanks = (language: string) => !/^(?:ja|zh)/.test(language);

/** Returns the separator between two sentences. */
export const sentenceSeparator = (language: string): string => (hasBlanks(language) ? " " : "");

/** Adds a precise form, such as a time's zone, in the brackets of the language. */
export const textWithBrackets = (language: string, text: string, within: string): string =>
  hasBlanks(language) ? `${text} (${within})` : `${text}（${within}）`;

const counted = ({ count }: WordValues) => (count === undefined ? {} : { count: Number(count) });

/** Fills the places of a sentence (`{{name}}`) with texts and elements. What a text says is never taken for a place. */
function filledParts<Element>(
  sentence: string,
  texts: Readonly<Record<string, string>>,
  elements: Readonly<Record<string, Element>>,
) {
  const found: (string | Exclude<Element, undefined>)[] = [];
  let text = "";
  for (const [at, piece] of sentence.split(/\{\{(\w+)\}\}/).entries()) {
    const isPlace = at % 2 === 1;
    const element = isPlace ? elements[piece] : undefined;
    if (element === undefined) {
      text += isPlace ? (texts[piece] ?? "") : piece;
    } else {
      found.push(text, element as Exclude<Element, undefined>);
      text = "";
    }
  }
  return [...found, text];
}

/** Returns words whose values are formatted for the language; `translate` finds a text by its key. */
export function createCatalogueWords<Key extends string>(
  translate: (key: string, values: { count?: number; replace: Record<string, string> }) => string,
  language: string,
): CatalogueWords<Key> {
  const percent = lazyValue(() => new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 2 }));
  const all = lazyValue(() => new Intl.NumberFormat(language, { style: "percent" }).format(1));
  const direction = textDirection(language);
  const format = lazyValue(() => new Intl.NumberFormat(language));
  const list = lazyValue(() => new Intl.ListFormat(language, { type: "conjunction" }));
  const spell = (values: WordValues) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(value, { format, direction })]));
  return {
    language,
    direction,
    t: remembering((key, values) => translate(key, { ...counted(values), replace: spell(values) })),
    parts(key, values, elements) {
      const names = Object.keys({ ...values, ...elements });
      const places = Object.fromEntries(names.map((name) => [name, `{{${name}}}`]));
      const sentence = translate(key, { ...counted(values), replace: places });
      return filledParts(sentence, spell(values), elements);
    },
    percent: (hundredths) => (hundredths === 10_000 ? all() : percent().format(hundredths / 10_000)),
    number: (value) => format().format(value),
    sentences: (parts) => parts.join(sentenceSeparator(language)),
    list(parts) {
      const joined = list().format(parts.map((part) => written(part, { format, direction })));
      return language === pseudoLanguage && parts.length > 1 ? pseudoText(joined) : joined;
    },
  };
}
