import { englishText } from "~/failures/refusal";
import { type MonitorMinute, packMinuteRing, ringMinutes, unpackMinuteRing } from "~/text/ring";
import { minuteMs } from "~/time/durations";
import { type JudgedMonitorState, judgeCheckResult, type VerdictChange } from "./judge";
import type { MonitorCheckResult, MonitorStateRecord, PlannedMonitor, UnconfirmedResult } from "./monitor";
import { needsOtherPlaces } from "./quorum";
import { slowCheckResult } from "./sight";
import { type SlowLimits, slownessOf } from "./usual-time";

/** Settings that decide about a result, and the number of results that change the state. */
export type CheckThresholds = SlowLimits & Pick<PlannedMonitor, "inARow">;

export interface RejudgeInput {
  state: MonitorStateRecord;
  /** The last sixty minutes; the newest of them is `end` (UTC ms / 60,000). */
  ring: string;
  end: number;
  before: CheckThresholds;
  after: CheckThresholds & Pick<PlannedMonitor, "regions" | "agree">;
}

export interface RejudgeResult {
  state: MonitorStateRecord;
  ring: string;
  turn: VerdictChange | null;
  /** Sight of the newest result by the new thresholds. */
  sight: MonitorCheckResult;
}

const isSlow = (milliseconds: number | null, thresholds: CheckThresholds): boolean =>
  slownessOf(milliseconds, thresholds) !== null;

/** Judges a minute again. Slowness follows from the response time; a minute degraded for another reason stays so. */
function seenAgain(minute: MonitorMinute, before: CheckThresholds, after: CheckThresholds): MonitorMinute {
  const { state, milliseconds } = minute;
  const worked = state === "up" || (state === "degraded" && isSlow(milliseconds, before));
  return worked ? { state: isSlow(milliseconds, after) ? "degraded" : "up", milliseconds } : minute;
}

/** Returns the results of the current watch, oldest first. */
function resultsOf(minutes: readonly MonitorMinute[], end: number, watchedSince: number): UnconfirmedResult[] {
  return minutes.flatMap(({ state, milliseconds }, index): UnconfirmedResult[] => {
    const at = end - ringMinutes + 1 + index;
    if (state === "none" || state === "no_data" || at < Math.floor(watchedSince / minuteMs)) return [];
    return [[at, state, milliseconds ?? 0]];
  });
}

type KnownVerdict = JudgedMonitorState["state"];

const judgedAll = (
  { confirmed, since }: KnownVerdict,
  results: readonly UnconfirmedResult[],
  inARow: number,
): KnownVerdict =>
  results.reduce<KnownVerdict>((known, result) => judgeCheckResult(known, result, inARow).state, {
    confirmed,
    since,
    run: [],
  });

/** Returns the sight of the newest check: why it was slow, or that it no longer is. */
function sightOf({ state, after }: RejudgeInput, newest: UnconfirmedResult | undefined): MonitorCheckResult {
  const { code, detail, milliseconds } = state;
  const verdict = newest?.[1] ?? "none";
  const slowness = verdict === "degraded" ? slownessOf(milliseconds, after) : null;
  if (slowness) return slowCheckResult(slowness, milliseconds);
  return verdict === "up" && (code === "slow" || code === "slower")
    ? { verdict, code: "ok", detail: englishText(""), milliseconds }
    : { verdict, code, detail, milliseconds };
}

/** Returns true when there is nothing to judge: the state is not confirmed yet, or unknown. */
const isOpen = ({ confirmed, silentSince }: MonitorStateRecord) => confirmed === "new" || silentSince !== null;

/**
 * Judges the recent results again after a threshold changed: the state becomes what the new threshold would have given,
 * dated no earlier than the state that it corrects. When other places vote, a change of state is left to the next
 * check, which asks them.
 */
export function rejudgeResults(given: RejudgeInput): RejudgeResult {
  const { state, end, before, after } = given;
  const minutes = unpackMinuteRing(given.ring).map((each) => seenAgain(each, before, after));
  const results = resultsOf(minutes, end, state.watchedSince);
  const ring = packMinuteRing(minutes);
  const sight = sightOf(given, results.at(-1));
  const shown = { ...state, code: sight.code, detail: sight.detail };
  if (isOpen(state) || results.length === 0) return { state: shown, ring, turn: null, sight };
  const judged = judgedAll(state, results, after.inARow);
  if (judged.confirmed === state.confirmed || judged.confirmed === "new")
    return { state: { ...shown, run: judged.run }, ring, turn: null, sight };
  const turn: VerdictChange = { from: state.confirmed, to: judged.confirmed, at: Math.max(judged.since, state.since) };
  if (needsOtherPlaces(after, turn, sight.code)) {
    const { run } = judgedAll(state, results, Number.POSITIVE_INFINITY);
    return { state: { ...shown, run }, ring, turn: null, sight };
  }
  return { state: { ...shown, ...judged, since: turn.at }, ring, turn, sight };
}
