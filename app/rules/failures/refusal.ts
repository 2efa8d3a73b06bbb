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

export const said = (key: RefusalKey, values?: Readonly<Record<string, RefusalValue>>): Refusal =>
  values ? `${key}${JSON.stringify(values) as `{${string}`}` : key;

export const inEnglish = (text: string): InEnglish => text as InEnglish;

/** The same as the key and values that it carries. */
export function partsOf(message: Refusal): { key: string; values: Readonly<Record<string, RefusalValue>> } {
  const at = message.indexOf("{");
  if (at < 0) return { key: message, values: {} };
  try {
    return { key: message.slice(0, at), values: JSON.parse(message.slice(at)) };
  } catch {
    return { key: message, values: {} };
  }
}
