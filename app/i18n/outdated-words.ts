import type { OutdatedState } from "~/status-page/rules/seen-page";
import type { Words } from "./words";

const sentences = { checks_stopped: "fresh.stopped", behind: "fresh.behind" } as const;
const reasons = { checks_stopped: "fresh.stopped_about", behind: "fresh.behind_about" } as const;

/** Says since when a page is out of date: `time` is that instant as formatted for the visitor. */
export const outdatedSentence = ({ t }: Words, { cause }: OutdatedState, time: string): string =>
  t(sentences[cause], { time });

/** Says what that means for the contents of the page. */
export const outdatedReason = ({ t }: Words, { cause }: OutdatedState): string => t(reasons[cause]);
