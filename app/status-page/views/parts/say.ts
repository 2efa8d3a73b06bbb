import type { Child } from "~/html/jsx-runtime";
import type { WordKey, Words } from "~/i18n/words";

/** Private-use characters that mark the places of elements while the sentence is built. */
const firstMark = 0xe000;

/** Returns a sentence with elements in it: `{{time}}` is replaced by `elements.time`. */
export function say({ t }: Words, key: WordKey, elements: Readonly<Record<string, Child>>): Child {
  const all = Object.entries(elements);
  const marks = Object.fromEntries(all.map(([name], at) => [name, String.fromCharCode(firstMark + at)]));
  const parts = t(key, marks).split(/([\uE000-\uE0FF])/);
  return parts.map((part) => (part.length === 1 ? (all[part.charCodeAt(0) - firstMark]?.[1] ?? part) : part));
}
