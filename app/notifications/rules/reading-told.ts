import type { Refusal } from "~/failures/refusal";
import type { TeamTold } from "./team-told";
import type { TeamWords } from "./team-words";

/** Most monitors that are named, with the result of their check. */
const named = 10;

/** Returns the message about monitors whose result changed because an upgrade reads answers differently. */
export const toldOfReading = (words: TeamWords, found: readonly { name: string; why: Refusal }[]): TeamTold => ({
  title: words.t("reading_title", { number: words.number(found.length) }),
  text: words.t("reading_about"),
  severity: "warning",
  link: { text: words.t("open_monitors"), path: "/monitors" },
  facts: found.slice(0, named).map(({ name, why }) => ({ name, value: words.why(why) })),
});
