/** @jsxImportSource ~/html */
import { titleIn } from "~/i18n/said-title";
import { updateWord } from "~/i18n/update-word";
import { type Happenings, lastWordOf } from "../../rules/under-way";
import type { Frame } from "../parts/frame";
import source from "./live-script?worker&url";

/** What is said aloud when the page has changed by itself. */
export interface Live {
  /** The newest word of what is under way: said when it is another one than before. */
  said: string;
  /** Said when nothing is under way any more. */
  over: string;
}

/** Null where nothing that is shown is under way: then the page has no script. */
export function liveOf(frame: Frame, happenings: Happenings): Live | null {
  const last = lastWordOf(happenings);
  if (!last) return null;
  const { t } = frame.words;
  const { status, at } = last;
  const title = titleIn(frame.words, last);
  return {
    said: t("live.said", { title, status: updateWord(frame.words, status), time: frame.dates.clock(at) }),
    over: t("live.over"),
  };
}

export const LiveScript = ({ live }: { live: Live | null }) => (live ? <script src={source} defer /> : null);

/** Where it is said: empty until then, and seen by nobody. */
export const Voice = ({ live }: { live: Live | null }) =>
  live ? <p class="skip" role="status" data-said={live.said} data-over={live.over} /> : null;
