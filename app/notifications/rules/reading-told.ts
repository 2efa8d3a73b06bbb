import type { Refusal } from "~/failures/refusal";
import type { TeamContent } from "./team-content";
import type { TeamWords } from "./team-words";

/** Most monitors that are named, with the result of their check. */
const maxMonitorsNamed = 10;

/** Returns the message about monitors whose result changed because an upgrade reads answers differently. */
export const changedMonitorsTeamContent = (
  words: TeamWords,
  found: readonly { name: string; why: Refusal }[],
): TeamContent => ({
  title: words.t("reading_title", { number: words.number(found.length) }),
  text: words.t("reading_about"),
  severity: "warning",
  link: { text: words.t("open_monitors"), path: "/monitors" },
  facts: found.slice(0, maxMonitorsNamed).map(({ name, why }) => ({ name, value: words.why(why) })),
});
