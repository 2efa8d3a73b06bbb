import type { TimeSpan } from "~/status-page/timeline/rules/timeline";
import { minuteMs } from "~/time/durations";
import { maxStampAheadMs } from "~/time/instants";

/** Length of a gap, in ms: ticks come every minute, so without a sign for so long no ping or delivery could arrive. */
export const tickGapAfterMs = 90_000;

/**
 * Time before a deadline, in ms, in which a tick leaves a sign, so that the next tick knows that pings could arrive
 * until then.
 */
export const deadlineLeadMs = 75_000;

/** True when the next tick judges a deadline at this instant. */
export const isDeadlineJudgedNext = (dueAt: number, now: number): boolean =>
  dueAt > now && dueAt <= now + deadlineLeadMs;

/** Traces that ticks leave: the stamp, and the minutes (UTC ms / 60,000) of shards that were read. */
export interface TickSigns {
  tickAt: number;
  shards: readonly { minute: number }[];
}

/** Returns the time of the last tick that left a sign; signs in the future are ignored. */
export function lastTickAt({ tickAt, shards }: TickSigns, now: number): number {
  const signs = [tickAt, ...shards.map((each) => each.minute * minuteMs)];
  return Math.max(0, ...signs.filter((at) => at <= now + maxStampAheadMs));
}

/** True when some shard is written every minute, so that its minute is the sign. */
export const hasTickSignEachMinute = ({ shards }: Pick<TickSigns, "shards">, now: number): boolean =>
  shards.some((each) => each.minute * minuteMs > now - 2 * minuteMs - 5000);

/**
 * Returns the gaps up to now: stretches between two signs that are far apart. Pings and deliveries right after a gap do
 * not hide it, because the stretch before them is a gap of its own.
 */
export function gapsBetweenSigns(signs: readonly number[], now: number): TimeSpan[] {
  const all = [...signs.filter((at) => at < now), now].sort((one, other) => one - other);
  return all.flatMap((to, index) => {
    const from = all[index - 1];
    return from !== undefined && to - from > tickGapAfterMs ? [{ from, to }] : [];
  });
}
