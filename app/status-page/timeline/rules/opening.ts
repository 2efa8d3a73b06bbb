import { clocksDiffer } from "~/time/instants";

const minute = 60_000;

/** What came and went a moment ago is believed again once it vouched for so long. */
const steadyFor = 10 * minute;

/** Coming and going are two rows, so that one pair in two hours is one row an hour. */
const pairEvery = 120 * minute;

interface Opening {
  /** When the layer last came back from no data; null = it never did. */
  openedAt: number | null;
  /** Since when something vouches without a break. */
  vouchedSince: number;
  now: number;
}

/**
 * When a layer may come back from no data: at once, unless it did so a short while ago and has gone since. A wrong clock
 * wrote an `openedAt` that lies ahead, so that one holds nothing up.
 */
export function opensAt({ openedAt, vouchedSince, now }: Opening): number {
  if (openedAt !== null && openedAt > now + clocksDiffer) return now;
  return openedAt === null ? now : Math.min(vouchedSince + steadyFor, openedAt + pairEvery);
}
