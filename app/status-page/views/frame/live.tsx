/** @jsxImportSource ~/html */
import { localiseTitle } from "~/i18n/said-title";
import { updateStatusText } from "~/i18n/update-word";
import type { StateLetter } from "~/status/state-letter";
import { latestUpdateOf, type PageEvents } from "../../rules/under-way";
import type { RenderContext } from "../parts/frame";
import source from "./live-script?worker&url";

/** The facts that the live script needs. */
export interface LiveScriptFacts {
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
export function liveRegionText(frame: RenderContext, happenings: PageEvents): string | null {
  const last = latestUpdateOf(happenings);
  if (!last) return null;
  const { t } = frame.words;
  const { status, at } = last;
  const title = localiseTitle(frame.words, last);
  return t("live.said", { title, status: updateStatusText(frame.words, status), time: frame.dates.clock(at) });
}

const calm: readonly StateLetter[] = ["o", "n", "a", "w"];

export const isCalmStateLetter = (letter: StateLetter): boolean => calm.includes(letter);

/** Seconds until the first request; each response sets when the next one is due (plan/open-tabs). */
const firstAsk = ({ isCalm }: LiveScriptFacts) => (isCalm ? 300 : 60);

export const LiveScript = ({ live }: { live: LiveScriptFacts | null }) => (live ? <script src={source} defer /> : null);

/** The live region: empty until something is announced, and visually hidden. */
export const LiveRegion = ({ live }: { live: LiveScriptFacts | null }) =>
  live ? (
    <p
      class="skip"
      role="status"
      data-said={live.said ?? undefined}
      data-over={live.over}
      data-again={firstAsk(live)}
      data-tag={liveScriptEtag(live)}
      data-at={live.at}
    />
  ) : null;

/**
 * Returns the ETag that the script sends. It includes `isCalm`, so that a 304 can set the next request without
 * rendering.
 */
export const liveScriptEtag = ({ tag, isCalm }: Pick<LiveScriptFacts, "tag" | "isCalm">): string =>
  tag === null ? "" : `W/"${tag}-${isCalm ? "calm" : "trouble"}"`;
