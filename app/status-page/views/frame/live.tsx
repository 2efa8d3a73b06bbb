/** @jsxImportSource ~/html */
import { titleIn } from "~/i18n/said-title";
import { updateWord } from "~/i18n/update-word";
import type { StateLetter } from "~/status/state-letter";
import { type Happenings, lastWordOf } from "../../rules/under-way";
import type { Frame } from "../parts/frame";
import source from "./live-script?worker&url";

/** What its script knows of a page that stays current. */
export interface Live {
  /** The newest word of what is under way: said aloud when it is another one than before. Null = nothing is. */
  said: string | null;
  /** Said when nothing is under way any more. */
  over: string;
  /** Nothing is wrong on it: it is asked for less often. */
  isCalm: boolean;
  /** What is shown; null = an equal answer can't be told from another. */
  tag: string | null;
  /** As of when, ms. */
  at: number;
}

/** The newest word of what is shown and under way. */
export function spokenOf(frame: Frame, happenings: Happenings): string | null {
  const last = lastWordOf(happenings);
  if (!last) return null;
  const { t } = frame.words;
  const { status, at } = last;
  const title = titleIn(frame.words, last);
  return t("live.said", { title, status: updateWord(frame.words, status), time: frame.dates.clock(at) });
}

const calm: readonly StateLetter[] = ["o", "n", "a", "w"];

export const isCalmLetter = (letter: StateLetter): boolean => calm.includes(letter);

/** Seconds until the first ask; each answer says when the next one is due (plan/open-tabs). */
const firstAsk = ({ isCalm }: Live) => (isCalm ? 300 : 60);

export const LiveScript = ({ live }: { live: Live | null }) => (live ? <script src={source} defer /> : null);

/** Where it is said: empty until then, and seen by nobody. */
export const Voice = ({ live }: { live: Live | null }) =>
  live ? (
    <p
      class="skip"
      role="status"
      data-said={live.said ?? undefined}
      data-over={live.over}
      data-again={firstAsk(live)}
      data-tag={tagSent(live)}
      data-at={live.at}
    />
  ) : null;

/** With what it shows in its name, so that an equal answer needs no drawing to say when to ask again. */
export const tagSent = ({ tag, isCalm }: Pick<Live, "tag" | "isCalm">): string =>
  tag === null ? "" : `W/"${tag}-${isCalm ? "calm" : "trouble"}"`;
