import type { VerdictChange } from "./judge";
import type { MonitorCheckResult, MonitorStateRecord, PlannedMonitor, SecondOpinion } from "./monitor";
import { opinionOfResult } from "./sight";

/** Returns the place name of a probe in opinions. */
export const probePlaceName = (continent: string): string => `globalping-${continent}`;

/**
 * Minutes for which the result of the same request is reused; until then no further request is sent, even after a
 * refusal.
 */
const freshForMinutes = 5;
/** Minutes after which a measurement is no longer worth reading. */
const staleAfterMinutes = 10;

export type ProbeStep =
  | { step: "read"; id: string; minute: number }
  | { step: "keep"; opinions: SecondOpinion[] }
  | { step: "create" };

type ProbeState = Pick<MonitorStateRecord, "asked" | "opinions">;

/**
 * Returns the next step for the probes of a monitor whose state is about to change: read a measurement of an earlier
 * minute, keep a recent result of the same request (since the results that would change the state), or create a
 * measurement.
 */
export function decideProbeStep(
  { continents = [] }: Pick<PlannedMonitor, "continents">,
  { asked, opinions }: ProbeState,
  { at, minute }: Pick<VerdictChange, "at"> & { minute: number },
): ProbeStep {
  if (asked && asked.minute < minute && asked.minute >= minute - staleAfterMinutes) return { step: "read", ...asked };
  const places = continents.map(probePlaceName);
  const isFresh = (each: SecondOpinion) =>
    each.minute >= at && each.minute > minute - freshForMinutes && each.verdict !== "waiting";
  const kept = opinions.filter((each) => places.includes(each.region) && isFresh(each));
  return kept.length === places.length ? { step: "keep", opinions: kept } : { step: "create" };
}

/** Returns an opinion for each probe of a monitor, from `sight` of its continent. */
export const probeOpinions = (
  { continents = [] }: Pick<PlannedMonitor, "continents">,
  minute: number,
  sight: (continent: string) => MonitorCheckResult,
): SecondOpinion[] => continents.map((each) => opinionOfResult(probePlaceName(each), minute, sight(each)));

/** Returns opinions of probes whose answers are read in a later minute. */
export const awaitedProbeOpinions = (
  { continents = [] }: Pick<PlannedMonitor, "continents">,
  minute: number,
): SecondOpinion[] =>
  continents.map((each) => ({ region: probePlaceName(each), minute, verdict: "waiting", code: "waiting" }));
