import { inRoom } from "../parts/in-room";
import english from "./words/en.json";

export const { wordsIn } = inRoom("done", english);

const isDone = (key: string): key is keyof typeof english.done & string => Object.hasOwn(english.done, key);

/** How many components nothing watches any more since then. */
function unwatchedIn(url: URL): number {
  const text = url.searchParams.get("unwatched") ?? "";
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
}

/**
 * What a form did, by the `?done=` that its answer leads to; null where that is no word of ours. Only the server reads
 * these words: a page's script would carry all of them to show one.
 */
export function doneText(url: URL, language: string): string | null {
  const key = url.searchParams.get("done") ?? "";
  if (!isDone(key)) return null;
  const { t } = wordsIn(language);
  const left = unwatchedIn(url);
  return left === 0
    ? t(`done.${key}`)
    : t("unwatched.after", { done: t(`done.${key}`), left: t("unwatched.left", { count: left }) });
}
