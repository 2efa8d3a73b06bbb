import { createElement, Fragment, type ReactNode } from "react";
import type { CatalogueKeys } from "~/i18n/locales";
import { createWordRoom, type RoomTextCatalogue } from "~/i18n/word-room";
import type { CatalogueWords, WordValues } from "~/i18n/word-speaker";
import { useLanguage } from "./viewer";

/** Values for a sentence: texts and numbers are formatted for the language, elements are inserted unchanged. */
export type SentenceFillings = Record<string, ReactNode>;

export interface RoomWords<Key extends string> extends CatalogueWords<Key> {
  /** Returns a sentence with elements in it: `{{until}}` is replaced by `fillings.until`. */
  say(key: Key, fillings: SentenceFillings): ReactNode;
}

const isValue = (filling: ReactNode): filling is string | number =>
  typeof filling === "string" || typeof filling === "number";

function saying<Key extends string>(words: CatalogueWords<Key>): RoomWords<Key>["say"] {
  return (key, fillings) => {
    const elements: Record<string, ReactNode> = {};
    const values: WordValues = {};
    for (const [name, filling] of Object.entries(fillings)) {
      if (isValue(filling)) values[name] = filling;
      else elements[name] = filling;
    }
    // The server prints nothing for an empty text; hydrating, one would take the text after it.
    const parts = words.parts(key, values, elements).map((part) => part || null);
    return createElement(Fragment, null, ...parts);
  };
}

/** Returns the words of one room of management: by hook in React, by language elsewhere. */
export function reactWordRoom<Tree extends RoomTextCatalogue>(name: string, english: Tree) {
  const { wordsIn, has, keysIn } = createWordRoom(name, english);
  const made = new WeakMap<CatalogueWords<CatalogueKeys<Tree>>, RoomWords<CatalogueKeys<Tree>>>();
  const useWords = (): RoomWords<CatalogueKeys<Tree>> => {
    const words = wordsIn(useLanguage());
    const known = made.get(words);
    if (known) return known;
    const fresh = { ...words, say: saying(words) };
    made.set(words, fresh);
    return fresh;
  };
  return { useWords, wordsIn, has, keysIn };
}
