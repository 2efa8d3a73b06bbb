import type { Turn } from "./judge";
import type { MonitorState, Opinion, PlannedMonitor, Sight } from "./monitor";
import { opinionOf } from "./sight";

/** The place of a probe, as opinions name it. */
export const probePlace = (continent: string): string => `globalping-${continent}`;

/** So many minutes an answer counts for the same question; nobody is asked again before, not even after a refusal. */
const fresh = 5;
/** Minutes after which a measurement is not worth reading any more. */
const stale = 10;

export type ProbeStep =
  | { step: "read"; id: string; minute: number }
  | { step: "keep"; opinions: Opinion[] }
  | { step: "create" };

type Waiting = Pick<MonitorState, "asked" | "opinions">;

/**
 * What is to be done about the probes of a monitor that is about to turn: a measurement of an earlier minute is read, an
 * answer to the same question (since the results that would turn it) is kept for a while, else they are asked.
 */
export function probeStep(
  { continents = [] }: Pick<PlannedMonitor, "continents">,
  { asked, opinions }: Waiting,
  { at, minute }: Pick<Turn, "at"> & { minute: number },
): ProbeStep {
  if (asked && asked.minute < minute && asked.minute >= minute - stale) return { step: "read", ...asked };
  const places = continents.map(probePlace);
  const isFresh = (each: Opinion) => each.minute >= at && each.minute > minute - fresh && each.verdict !== "waiting";
  const kept = opinions.filter((each) => places.includes(each.region) && isFresh(each));
  return kept.length === places.length ? { step: "keep", opinions: kept } : { step: "create" };
}

/** Every probe of a monitor, seeing what `sight` says of its continent. */
export const probeOpinions = (
  { continents = [] }: Pick<PlannedMonitor, "continents">,
  minute: number,
  sight: (continent: string) => Sight,
): Opinion[] => continents.map((each) => opinionOf(probePlace(each), minute, sight(each)));

/** Probes whose answer is read in a later minute. */
export const awaited = ({ continents = [] }: Pick<PlannedMonitor, "continents">, minute: number): Opinion[] =>
  continents.map((each) => ({ region: probePlace(each), minute, verdict: "waiting", code: "waiting" }));
