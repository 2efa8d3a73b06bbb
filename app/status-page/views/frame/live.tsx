/** @jsxImportSource ~/html */
import { titleIn } from "~/i18n/said-title";
import { updateWord } from "~/i18n/update-word";
import type { StateLetter } from "~/status/state-letter";
import { type Happenings, lastUpdateOf } from "../../rules/under-way";
import type { Frame } from "../parts/frame";
import source from "./live-script?worker&url";

/** The facts that the live script needs. */
export interface LivePage {
  /**
   * The newest update of what is in progress; announced when it differs from the former one. Null = nothing is in
   * progress.
   */
  said: string | null;
  /** Announced when nothing is in progress any more. */
  over: string;
  /** True when nothing is wrong: then the page is requested less often. */
  isCalm: boolean;
  /** Identifies what is shown; null = equal answers cannot be recognised. */
  tag: string | null;
  /** The time of the state, ms. */
  at: number;
}

/** Returns the newest update of what is shown and in progress. */
export function announcedText(frame: Frame, happenings: Happenings): string | null {
  const last = lastUpdateOf(happenings);
  if (!last) return null;
  const { t } = frame.words;
  const { status, at } = last;
  const title = titleIn(frame.words, last);
  return t("live.said", { title, status: updateWord(frame.words, status), time: frame.dates.clock(at) });
}

const calm: readonly StateLetter[] = ["o", "n", "a", "w"];

export const isCalmLetter = (letter: StateLetter): boolean => calm.includes(letter);

/** Seconds until the first request; each answer says when the next one is due (plan/open-tabs). */
const firstAsk = ({ isCalm }: LivePage) => (isCalm ? 300 : 60);

export const LiveScript = ({ live }: { live: LivePage | null }) => (live ? <script src={source} defer /> : null);

/** The live region: empty until something is announced, and visually hidden. */
export const Voice = ({ live }: { live: LivePage | null }) =>
  live ? (
    <p
      class="skip"
      role="status"
      data-said={live.said ?? undefined}
      data-over={live.over}
      data-again={firstAsk(live)}
      data-tag={sentTag(live)}
      data-at={live.at}
    />
  ) : null;

/**
 * Returns the ETag that the script sends. It includes `isCalm`, so that a 304 can say when to ask again without
 * rendering.
 */
export const sentTag = ({ tag, isCalm }: Pick<LivePage, "tag" | "isCalm">): string =>
  tag === null ? "" : `W/"${tag}-${isCalm ? "calm" : "trouble"}"`;
