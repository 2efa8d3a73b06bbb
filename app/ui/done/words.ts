import { reactWordRoom } from "../parts/in-room";
import english from "./words/en.json";

const room = reactWordRoom("done", english);

export const { wordsIn } = room;

const isDone = (key: string): key is keyof typeof english.done & string => room.has(`done.${key}`);

/** Returns a number of the address: 0 when it has none. */
function countIn(url: URL, name: string): number {
  const text = url.searchParams.get(name) ?? "";
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
}

/** Maps a parameter with the number of what an action left to the text that follows that of the action. */
const leftCounts = { unwatched: "unwatched.left", left: "firing.left" } as const;

/**
 * Returns the text of what a form did, by the `?done=` to which its answer led; null for an unknown key. Only the
 * server has these texts, so that a page's script need not carry all of them to show one.
 */
export function doneNoticeText(url: URL, language: string): string | null {
  const key = url.searchParams.get("done") ?? "";
  if (!isDone(key)) return null;
  const { t } = wordsIn(language);
  const names = Object.keys(leftCounts) as (keyof typeof leftCounts)[];
  const name = names.find((each) => countIn(url, each) > 0);
  if (!name) return t(`done.${key}`);
  return t("unwatched.after", { done: t(`done.${key}`), left: t(leftCounts[name], { count: countIn(url, name) }) });
}
