import type { Refusal } from "~/failures/refusal";
import type { TeamTold } from "./team-told";
import type { TeamWords } from "./team-words";

/** So many are named, with what their check found. */
const named = 10;

/** Monitors that say something else since an upgrade reads answers otherwise. */
export const toldOfReading = (words: TeamWords, found: readonly { name: string; why: Refusal }[]): TeamTold => ({
  title: words.t("reading_title", { number: words.number(found.length) }),
  text: words.t("reading_about"),
  severity: "warning",
  link: { text: words.t("open_monitors"), path: "/monitors" },
  facts: found.slice(0, named).map(({ name, why }) => ({ name, value: words.why(why) })),
});
