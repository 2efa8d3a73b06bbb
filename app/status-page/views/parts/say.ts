import type { Child } from "~/html/jsx-runtime";
import type { WordKey, Words } from "~/i18n/words";

/** Returns a sentence with elements in it: `{{time}}` is replaced by `elements.time`. */
export const say = (words: Words, key: WordKey, elements: Readonly<Record<string, Child>>): Child =>
  words.parts(key, {}, elements);
