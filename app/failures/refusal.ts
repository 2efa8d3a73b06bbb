import type english from "./words/en.json";

type Tree = typeof english;

/** Every sentence that a failure can say, by its place in the catalogue. */
export type RefusalKey = { [Group in keyof Tree & string]: `${Group}.${keyof Tree[Group] & string}` }[keyof Tree &
  string];

/** A length of time, a list, other refusals and a word of the catalogue are written as the reader's language does. */
export type RefusalValue =
  | string
  | number
  | { seconds: number }
  | { key: RefusalKey }
  | { sentences: readonly Refusal[] }
  | readonly string[];

declare const inOneLanguage: unique symbol;

/** What only programs read, or the words of another machine: printed as it is. */
export type InEnglish = string & { readonly [inOneLanguage]: true };

/** Why something was refused: a key, with what its sentence is filled with behind it, so that a schema can carry it. */
export type Refusal = RefusalKey | `${RefusalKey}{${string}` | InEnglish;

type Values = Readonly<Record<string, RefusalValue>>;

export const said = (key: RefusalKey, values?: Values): Refusal =>
  values ? `${key}${JSON.stringify(values) as `{${string}`}` : key;

export const inEnglish = (text: string): InEnglish => text as InEnglish;

/** Between a sentence of an adapter's own file and its values. Nobody types it. */
const valuesMark = "\uE1FF";

/**
 * A sentence that stands in an adapter's own file: its English is its key, with `{{name}}` where a value is. So it can be
 * stored and read in any language, and an adapter stays one file.
 */
export const says = (english: string, values?: Values): InEnglish =>
  inEnglish(values ? `${english}${valuesMark}${JSON.stringify(values)}` : english);

interface Parts {
  key: string;
  values: Values;
}

interface Carried extends Parts {
  /** What stands between both; empty where it is a key of the catalogue or a text alone. */
  mark: string;
}

const catalogued = /^[a-z_]+\.[a-z0-9_]+$/;

function carriedBy(message: Refusal): Carried {
  const own = message.indexOf(valuesMark);
  const mark = own < 0 ? "" : valuesMark;
  const at = own < 0 ? message.indexOf("{") : own;
  // A text of somebody else may end in JSON too.
  const carries = mark !== "" || catalogued.test(message.slice(0, at));
  if (at < 0 || !carries) return { key: message, values: {}, mark };
  try {
    return { key: message.slice(0, at), values: JSON.parse(message.slice(at + mark.length)), mark };
  } catch {
    return { key: message, values: {}, mark: "" };
  }
}

/** The same as the key, or English sentence, and values that it carries. */
export function partsOf(message: Refusal): Parts {
  const { key, values } = carriedBy(message);
  return { key, values };
}

const rebuilt = ({ key, values, mark }: Carried): Refusal =>
  inEnglish(Object.keys(values).length === 0 ? key : `${key}${mark}${JSON.stringify(values)}`);

/** What strangers may have put into it is changed: the texts that fill it, and all of one that has no key. */
export function withTexts(message: Refusal, change: (text: string) => string): Refusal {
  const carried = carriedBy(message);
  const filled = Object.entries(carried.values);
  if (filled.length === 0) return inEnglish(change(message));
  const values = filled.map(([name, value]) => [name, typeof value === "string" ? change(value) : value]);
  return rebuilt({ ...carried, values: Object.fromEntries(values) });
}

const cutTo = (text: string, most: number) =>
  text.length <= most ? text : `${[...text.slice(0, Math.max(0, most))].slice(0, -1).join("")}…`;

/** At most so many characters as it is stored: the texts that fill it are cut, never what holds them together. */
export function shortened(message: Refusal, most: number): Refusal {
  if (message.length <= most) return message;
  const texts = Object.values(partsOf(message).values).filter((value) => typeof value === "string");
  const longest = Math.max(0, ...texts.map((text) => text.length));
  for (let each = longest; each > 0; each = Math.floor(each / 2)) {
    const shorter = withTexts(message, (text) => cutTo(text, each));
    if (shorter.length <= most) return shorter;
  }
  return inEnglish(cutTo(partsOf(message).key, most));
}
