import type { Confirmed, Outcome, PlannedMonitor, Verdict } from "./monitor";

/** Places that are counted, ours among them: all that were to be asked, and what those said that answered. */
export interface Count {
  places: number;
  agree: number;
  against: number;
}

export interface Counted {
  /** So many had to agree. */
  need: number;
  outcome: Outcome;
}

/**
 * Whether enough places agree: as many as `wanted`, but no more than there are; null = all that answer. One that does not
 * answer has no vote: it neither confirms nor refutes, so where it could have settled it, nothing is known.
 */
export function countVotes(wanted: number | null, { places, agree, against }: Count): Counted {
  const voters = wanted === null ? agree + against : places;
  const need = Math.max(1, Math.min(wanted ?? voters, voters));
  if (agree >= need) return { need, outcome: "confirmed" };
  return { need, outcome: against > voters - need ? "refuted" : "unsettled" };
}

/** Ours, and as many others as a monitor may ask. */
export const mostPlaces = 4;

type Asking = Pick<PlannedMonitor, "regions" | "agree">;

/** Other places are asked where there are any and ours alone is not enough; that a new one is up takes nobody's word. */
export const asksOthers = ({ regions, agree }: Asking, { from, to }: { from: Confirmed; to: Verdict }): boolean =>
  regions.length > 0 && agree !== 1 && !(from === "new" && to === "up");

/** Places that a monitor can count, ours among them. */
export const placesCounted = ({ regions }: { regions: readonly string[] }): number => 1 + regions.length;
