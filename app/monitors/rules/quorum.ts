import type { CheckVerdict, ConfirmedVerdict, PlannedMonitor, VoteOutcome } from "./monitor";

/** Number of places, ours included, that should have been asked, and the votes of those that responded. */
export interface VoteCounts {
  places: number;
  agree: number;
  against: number;
  /** Number of pending answers. */
  waiting?: number;
}

export interface QuorumResult {
  /** Votes that were needed. */
  need: number;
  outcome: VoteOutcome;
}

/**
 * Counts the votes. As many as `wanted` must agree, but no more than there are places; null = all that respond. A place
 * without a response neither confirms nor refutes; if its vote could have decided, the result is unsettled.
 */
export function quorumResultOf(
  wanted: number | null,
  { places, agree, against, waiting = 0 }: VoteCounts,
): QuorumResult {
  const voters = wanted === null ? agree + against + waiting : places;
  const need = Math.max(1, Math.min(wanted ?? voters, voters));
  if (agree >= need) return { need, outcome: "confirmed" };
  if (against > voters - need) return { need, outcome: "refuted" };
  return { need, outcome: agree + waiting >= need ? "waiting" : "unsettled" };
}

/** Most places: ours, three regions, and probes on three continents. */
export const maxCheckPlaces = 7;

type QuorumPlaces = Pick<PlannedMonitor, "regions" | "continents" | "agree">;

interface QuorumTurn {
  from: ConfirmedVerdict;
  to: CheckVerdict;
}

/** Returns true for slowness against our own usual response time, which other places cannot judge. */
const isOursAlone = ({ from, to }: QuorumTurn, code: string): boolean =>
  code === "slower" && to === "degraded" && from !== "down";

/**
 * True when other places must be asked: there are some, our own result is not enough, and it is not a new monitor's
 * first up. `code` is that of the newest result, if there is one.
 */
export const needsOtherPlaces = (
  { regions, continents = [], agree }: QuorumPlaces,
  turn: QuorumTurn,
  code = "",
): boolean =>
  regions.length + continents.length > 0 &&
  agree !== 1 &&
  !(turn.from === "new" && turn.to === "up") &&
  !isOursAlone(turn, code);

interface ChosenPlaces {
  regions: readonly string[];
  continents: readonly string[];
}

/** Returns the number of a monitor's places, ours included. */
export const countCheckPlaces = ({ regions, continents }: ChosenPlaces): number =>
  1 + regions.length + continents.length;
