import type { HtmlChild } from "~/html/jsx-runtime";
import type { WordKey, Words } from "~/i18n/words";

/** Returns a sentence with elements in it: `{{time}}` is replaced by `elements.time`. */
export const sentenceWithElements = (
  words: Words,
  key: WordKey,
  elements: Readonly<Record<string, HtmlChild>>,
): HtmlChild => words.parts(key, {}, elements);
