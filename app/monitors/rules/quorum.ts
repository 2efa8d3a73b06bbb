import type { Confirmed, Outcome, PlannedMonitor, Verdict } from "./monitor";

/** Places that are counted, ours among them: all that were to be asked, and what those said that answered. */
export interface Count {
  places: number;
  agree: number;
  against: number;
  /** Those whose answer is still to come. */
  waiting?: number;
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
export function countVotes(wanted: number | null, { places, agree, against, waiting = 0 }: Count): Counted {
  const voters = wanted === null ? agree + against + waiting : places;
  const need = Math.max(1, Math.min(wanted ?? voters, voters));
  if (agree >= need) return { need, outcome: "confirmed" };
  if (against > voters - need) return { need, outcome: "refuted" };
  return { need, outcome: agree + waiting >= need ? "waiting" : "unsettled" };
}

/** Ours, three regions, and probes on three continents. */
export const mostPlaces = 7;

type Asking = Pick<PlannedMonitor, "regions" | "continents" | "agree">;

interface Turning {
  from: Confirmed;
  to: Verdict;
}

/** What is usual here is not known elsewhere: no other place can tell that it became slower than that. */
const isOursAlone = ({ from, to }: Turning, code: string): boolean =>
  code === "slower" && to === "degraded" && from !== "down";

/**
 * Other places are asked where there are any and ours alone is not enough; that a new one is up takes nobody's word.
 * `code`: of the newest result, where there is one.
 */
export const asksOthers = ({ regions, continents = [], agree }: Asking, turn: Turning, code = ""): boolean =>
  regions.length + continents.length > 0 &&
  agree !== 1 &&
  !(turn.from === "new" && turn.to === "up") &&
  !isOursAlone(turn, code);

interface Chosen {
  regions: readonly string[];
  continents: readonly string[];
}

/** Places that a monitor can count, ours among them. */
export const placesCounted = ({ regions, continents }: Chosen): number => 1 + regions.length + continents.length;
