import { inRoom } from "../parts/in-room";
import english from "./words/en.json";

export const { wordsIn } = inRoom("done", english);

const isDone = (key: string): key is keyof typeof english.done & string => Object.hasOwn(english.done, key);

/**
 * What a form did, by the `?done=` that its answer leads to; null where that is no word of ours. Only the server reads
 * these words: a page's script would carry all of them to show one.
 */
export function doneText(url: URL, language: string): string | null {
  const key = url.searchParams.get("done") ?? "";
  return isDone(key) ? wordsIn(language).t(`done.${key}`) : null;
}
