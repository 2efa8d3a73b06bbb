import type { Outdated } from "~/status-page/rules/seen";
import type { Words } from "./words";

const sentences = { checks_stopped: "fresh.stopped", behind: "fresh.behind" } as const;
const reasons = { checks_stopped: "fresh.stopped_about", behind: "fresh.behind_about" } as const;

/** Since when a page is not up to date: `time` is that instant as the reader is told it. */
export const outdatedSentence = ({ t }: Words, { cause }: Outdated, time: string): string =>
  t(sentences[cause], { time });

/** What that means for what the page shows. */
export const outdatedReason = ({ t }: Words, { cause }: Outdated): string => t(reasons[cause]);
