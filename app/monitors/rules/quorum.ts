import type { ConfirmedVerdict, Outcome, PlannedMonitor, Verdict } from "./monitor";

/** Places that are counted, ours included: all that were to be asked, and the votes of those that answered. */
export interface Count {
  places: number;
  agree: number;
  against: number;
  /** Number of pending answers. */
  waiting?: number;
}

export interface QuorumCount {
  /** Votes that were needed. */
  need: number;
  outcome: Outcome;
}

/**
 * Counts the votes: as many as `wanted` must agree, but no more than there are places; null = all that answer. A place
 * without an answer has no vote and neither confirms nor refutes; when it could have decided, the result is unsettled.
 */
export function countVotes(wanted: number | null, { places, agree, against, waiting = 0 }: Count): QuorumCount {
  const voters = wanted === null ? agree + against + waiting : places;
  const need = Math.max(1, Math.min(wanted ?? voters, voters));
  if (agree >= need) return { need, outcome: "confirmed" };
  if (against > voters - need) return { need, outcome: "refuted" };
  return { need, outcome: agree + waiting >= need ? "waiting" : "unsettled" };
}

/** Most places: ours, three regions, and probes on three continents. */
export const maxPlaces = 7;

type QuorumPlaces = Pick<PlannedMonitor, "regions" | "continents" | "agree">;

interface QuorumTurn {
  from: ConfirmedVerdict;
  to: Verdict;
}

/** Returns true for slowness against our own usual response time, which other places cannot judge. */
const isOursAlone = ({ from, to }: QuorumTurn, code: string): boolean =>
  code === "slower" && to === "degraded" && from !== "down";

/**
 * Returns true when other places must be asked: there are some, ours alone is not enough, and it is not a new monitor's
 * first up. `code`: of the newest result, if there is one.
 */
export const asksOthers = ({ regions, continents = [], agree }: QuorumPlaces, turn: QuorumTurn, code = ""): boolean =>
  regions.length + continents.length > 0 &&
  agree !== 1 &&
  !(turn.from === "new" && turn.to === "up") &&
  !isOursAlone(turn, code);

interface ChosenPlaces {
  regions: readonly string[];
  continents: readonly string[];
}

/** Returns the number of a monitor's places, ours included. */
export const countPlaces = ({ regions, continents }: ChosenPlaces): number => 1 + regions.length + continents.length;
