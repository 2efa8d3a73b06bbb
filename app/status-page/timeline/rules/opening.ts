import { minuteMs } from "~/time/durations";
import { maxClockDifferenceMs } from "~/time/instants";

/** Time for which an observer that was recently lost must vouch before it counts again, in ms. */
const steadyForMs = 10 * minuteMs;

/** Shortest time between two returns in ms. Each takes two rows, so a pair in two hours is one row an hour. */
const pairIntervalMs = 120 * minuteMs;

interface LayerOpeningFacts {
  /** When the layer last came back from no data; null = never. */
  openedAt: number | null;
  /** The time since which an observer vouches without a break. */
  vouchedSince: number;
  now: number;
}

/**
 * Returns when a layer may come back from no data: at once, unless it did so recently and was lost again. An `openedAt`
 * in the future was written by a wrong clock and delays nothing.
 */
export function layerReturnsAt({ openedAt, vouchedSince, now }: LayerOpeningFacts): number {
  if (openedAt !== null && openedAt > now + maxClockDifferenceMs) return now;
  return openedAt === null ? now : Math.min(vouchedSince + steadyForMs, openedAt + pairIntervalMs);
}
