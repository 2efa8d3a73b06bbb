import type english from "./words/en.json";

type RefusalCatalogue = typeof english;

/** Every sentence of a failure, by its place in the catalogue. */
export type RefusalKey = {
  [Group in keyof RefusalCatalogue & string]: `${Group}.${keyof RefusalCatalogue[Group] & string}`;
}[keyof RefusalCatalogue & string];

/**
 * Value in a sentence. A length of time, a list, other refusals and a word of the catalogue are formatted in the
 * reader's language.
 */
export type RefusalValue =
  | string
  | number
  | { seconds: number }
  | { key: RefusalKey }
  | { sentences: readonly Refusal[] }
  | readonly string[];

declare const inOneLanguage: unique symbol;

/** Text that only programs read, or another machine's words: shown unchanged. */
export type EnglishText = string & { readonly [inOneLanguage]: true };

/** Reason of a refusal: a key, followed by the values of its sentence, so that a schema can carry both. */
export type Refusal = RefusalKey | `${RefusalKey}{${string}` | EnglishText;

type RefusalValues = Readonly<Record<string, RefusalValue>>;

export const refusalFor = (key: RefusalKey, values?: RefusalValues): Refusal =>
  values ? `${key}${JSON.stringify(values) as `{${string}`}` : key;

export const englishText = (text: string): EnglishText => text as EnglishText;

/** Separator between a sentence of an adapter's own file and its values; a character that is never typed. */
const valuesMark = "\uE1FF";

/**
 * Returns a translatable sentence of an adapter. Its English text is also its key, with `{{name}}` in place of a value,
 * so that an adapter needs no file besides its own.
 */
export const englishSentence = (english: string, values?: RefusalValues): EnglishText =>
  englishText(values ? `${english}${valuesMark}${JSON.stringify(values)}` : english);

interface RefusalParts {
  key: string;
  values: RefusalValues;
}

interface ParsedRefusal extends RefusalParts {
  /** Separator of both; empty for a key of the catalogue or a plain text. */
  mark: string;
}

const catalogued = /^[a-z_]+\.[a-z0-9_]+$/;

function carriedBy(message: Refusal): ParsedRefusal {
  const own = message.indexOf(valuesMark);
  const mark = own < 0 ? "" : valuesMark;
  const at = own < 0 ? message.indexOf("{") : own;
  // A foreign text may end in JSON, too.
  const carries = mark !== "" || catalogued.test(message.slice(0, at));
  if (at < 0 || !carries) return { key: message, values: {}, mark };
  try {
    return { key: message.slice(0, at), values: JSON.parse(message.slice(at + mark.length)), mark };
  } catch {
    return { key: message, values: {}, mark: "" };
  }
}

/** Returns the key, or English sentence, and the values that a refusal carries. */
export function refusalParts(message: Refusal): RefusalParts {
  const { key, values } = carriedBy(message);
  return { key, values };
}

const rebuilt = ({ key, values, mark }: ParsedRefusal): Refusal =>
  englishText(Object.keys(values).length === 0 ? key : `${key}${mark}${JSON.stringify(values)}`);

/** Changes the texts that may come from strangers: the values, and the whole of a refusal without a key. */
export function mapTextsInRefusal(message: Refusal, change: (text: string) => string): Refusal {
  const carried = carriedBy(message);
  const filled = Object.entries(carried.values);
  if (filled.length === 0) return englishText(change(message));
  const values = filled.map(([name, value]) => [name, typeof value === "string" ? change(value) : value]);
  return rebuilt({ ...carried, values: Object.fromEntries(values) });
}

const cutTo = (text: string, most: number) =>
  text.length <= most ? text : `${[...text.slice(0, Math.max(0, most))].slice(0, -1).join("")}…`;

/** Returns a refusal of at most `most` stored characters: its values are cut, never its structure. */
export function shortenRefusal(message: Refusal, most: number): Refusal {
  if (message.length <= most) return message;
  const texts = Object.values(refusalParts(message).values).filter((value) => typeof value === "string");
  const longest = Math.max(0, ...texts.map((text) => text.length));
  for (let each = longest; each > 0; each = Math.floor(each / 2)) {
    const shorter = mapTextsInRefusal(message, (text) => cutTo(text, each));
    if (shorter.length <= most) return shorter;
  }
  return englishText(cutTo(refusalParts(message).key, most));
}
