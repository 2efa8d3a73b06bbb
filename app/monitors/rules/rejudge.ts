import { inEnglish } from "~/failures/refusal";
import { type Minute, packRing, ringMinutes, unpackRing } from "~/text/ring";
import { minuteMs } from "~/time/durations";
import { type JudgedState, judge, type VerdictTurn } from "./judge";
import type { MonitorState, PlannedMonitor, Result, Sight } from "./monitor";
import { asksOthers } from "./quorum";
import { slowSight } from "./sight";
import { type SlowLimits, slownessOf } from "./usual-time";

/** Settings that decide about a result, and the number of results that change the state. */
export type Thresholds = SlowLimits & Pick<PlannedMonitor, "inARow">;

export interface RejudgeInput {
  state: MonitorState;
  /** The last sixty minutes; the newest of them is `end` (UTC ms / 60,000). */
  ring: string;
  end: number;
  before: Thresholds;
  after: Thresholds & Pick<PlannedMonitor, "regions" | "agree">;
}

export interface RejudgeResult {
  state: MonitorState;
  ring: string;
  turn: VerdictTurn | null;
  /** Sight of the newest result by the new thresholds. */
  sight: Sight;
}

const isSlow = (milliseconds: number | null, thresholds: Thresholds): boolean =>
  slownessOf(milliseconds, thresholds) !== null;

/** Judges a minute again. Slowness follows from the response time; a minute degraded for another reason stays so. */
function seenAgain(minute: Minute, before: Thresholds, after: Thresholds): Minute {
  const { state, milliseconds } = minute;
  const worked = state === "up" || (state === "degraded" && isSlow(milliseconds, before));
  return worked ? { state: isSlow(milliseconds, after) ? "degraded" : "up", milliseconds } : minute;
}

/** Returns the results of the current watch, oldest first. */
function resultsOf(minutes: readonly Minute[], end: number, watchedSince: number): Result[] {
  return minutes.flatMap(({ state, milliseconds }, index): Result[] => {
    const at = end - ringMinutes + 1 + index;
    if (state === "none" || state === "no_data" || at < Math.floor(watchedSince / minuteMs)) return [];
    return [[at, state, milliseconds ?? 0]];
  });
}

type KnownVerdict = JudgedState["state"];

const judgedAll = ({ confirmed, since }: KnownVerdict, results: readonly Result[], inARow: number): KnownVerdict =>
  results.reduce<KnownVerdict>((known, result) => judge(known, result, inARow).state, { confirmed, since, run: [] });

/** Returns the sight of the newest check: why it was slow, or that it no longer is. */
function sightOf({ state, after }: RejudgeInput, newest: Result | undefined): Sight {
  const { code, detail, milliseconds } = state;
  const verdict = newest?.[1] ?? "none";
  const slowness = verdict === "degraded" ? slownessOf(milliseconds, after) : null;
  if (slowness) return slowSight(slowness, milliseconds);
  return verdict === "up" && (code === "slow" || code === "slower")
    ? { verdict, code: "ok", detail: inEnglish(""), milliseconds }
    : { verdict, code, detail, milliseconds };
}

/** Returns true when there is nothing to judge: the state is not confirmed yet, or unknown. */
const isOpen = ({ confirmed, silentSince }: MonitorState) => confirmed === "new" || silentSince !== null;

/**
 * Judges the recent results again after a threshold changed: the state becomes what the new threshold would have given,
 * dated no earlier than the state that it corrects. When other places vote, a change of state is left to the next
 * check, which asks them.
 */
export function rejudge(given: RejudgeInput): RejudgeResult {
  const { state, end, before, after } = given;
  const minutes = unpackRing(given.ring).map((each) => seenAgain(each, before, after));
  const results = resultsOf(minutes, end, state.watchedSince);
  const ring = packRing(minutes);
  const sight = sightOf(given, results.at(-1));
  const shown = { ...state, code: sight.code, detail: sight.detail };
  if (isOpen(state) || results.length === 0) return { state: shown, ring, turn: null, sight };
  const judged = judgedAll(state, results, after.inARow);
  if (judged.confirmed === state.confirmed || judged.confirmed === "new")
    return { state: { ...shown, run: judged.run }, ring, turn: null, sight };
  const turn: VerdictTurn = { from: state.confirmed, to: judged.confirmed, at: Math.max(judged.since, state.since) };
  if (asksOthers(after, turn, sight.code)) {
    const { run } = judgedAll(state, results, Number.POSITIVE_INFINITY);
    return { state: { ...shown, run }, ring, turn: null, sight };
  }
  return { state: { ...shown, ...judged, since: turn.at }, ring, turn, sight };
}
