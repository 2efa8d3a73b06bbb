import { reactWordRoom } from "../parts/in-room";
import english from "./words/en.json";

export const { wordsIn } = reactWordRoom("done", english);

const isDone = (key: string): key is keyof typeof english.done & string => Object.hasOwn(english.done, key);

/** Returns the number of components that nothing monitors after the action. */
function unwatchedIn(url: URL): number {
  const text = url.searchParams.get("unwatched") ?? "";
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
}

/**
 * Returns the text of what a form did, by the `?done=` to which its answer led; null for an unknown key. Only the
 * server has these texts, so that a page's script need not carry all of them to show one.
 */
export function doneNoticeText(url: URL, language: string): string | null {
  const key = url.searchParams.get("done") ?? "";
  if (!isDone(key)) return null;
  const { t } = wordsIn(language);
  const left = unwatchedIn(url);
  return left === 0
    ? t(`done.${key}`)
    : t("unwatched.after", { done: t(`done.${key}`), left: t("unwatched.left", { count: left }) });
}
