import type { VerdictTurn } from "./judge";
import type { MonitorState, Opinion, PlannedMonitor, Sight } from "./monitor";
import { opinionOf } from "./sight";

/** Returns the place name of a probe in opinions. */
export const probePlace = (continent: string): string => `globalping-${continent}`;

/** Minutes for which an answer to the same question counts; no further request is made before, even after a refusal. */
const freshForMinutes = 5;
/** Minutes after which a measurement is no longer worth reading. */
const staleAfterMinutes = 10;

export type ProbeStep =
  | { step: "read"; id: string; minute: number }
  | { step: "keep"; opinions: Opinion[] }
  | { step: "create" };

type ProbeState = Pick<MonitorState, "asked" | "opinions">;

/**
 * Returns the next step for the probes of a monitor whose state is about to change: read a measurement of an earlier
 * minute, keep a recent answer to the same question (since the results that would change the state), or create a
 * measurement.
 */
export function probeStep(
  { continents = [] }: Pick<PlannedMonitor, "continents">,
  { asked, opinions }: ProbeState,
  { at, minute }: Pick<VerdictTurn, "at"> & { minute: number },
): ProbeStep {
  if (asked && asked.minute < minute && asked.minute >= minute - staleAfterMinutes) return { step: "read", ...asked };
  const places = continents.map(probePlace);
  const isFresh = (each: Opinion) =>
    each.minute >= at && each.minute > minute - freshForMinutes && each.verdict !== "waiting";
  const kept = opinions.filter((each) => places.includes(each.region) && isFresh(each));
  return kept.length === places.length ? { step: "keep", opinions: kept } : { step: "create" };
}

/** Returns an opinion for each probe of a monitor, from `sight` of its continent. */
export const probeOpinions = (
  { continents = [] }: Pick<PlannedMonitor, "continents">,
  minute: number,
  sight: (continent: string) => Sight,
): Opinion[] => continents.map((each) => opinionOf(probePlace(each), minute, sight(each)));

/** Returns opinions of probes whose answers are read in a later minute. */
export const awaitedOpinions = ({ continents = [] }: Pick<PlannedMonitor, "continents">, minute: number): Opinion[] =>
  continents.map((each) => ({ region: probePlace(each), minute, verdict: "waiting", code: "waiting" }));
