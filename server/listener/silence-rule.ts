import { hourMs } from "../../app/time/durations.ts";

/** Minutes without the answer to a tick after which the scheduler counts as dead. */
export const silentMinutes = 5;
/** Checks per minute of the scheduler. */
export const looksPerMinute = 12;
/** Most times that a process is ended within an hour. */
export const endsPerHour = 3;

/** The scheduler's silence so far. All times are of a monotonic clock; its zero has no meaning. */
export interface TickSilence {
  /** Observed milliseconds since the last tick was answered. */
  silent: number;
  lookedAt: number;
  /** True when a tick has started since then. */
  hasBegun: boolean;
}

export const silenceFrom = (now: number): TickSilence => ({ silent: 0, lookedAt: now, hasBegun: false });

export const silenceAtTickStart = (silence: TickSilence): TickSilence => ({ ...silence, hasBegun: true });

export const silenceAfterAnswer = (silence: TickSilence): TickSilence => ({ ...silence, silent: 0, hasBegun: false });

/**
 * Adds the time between two checks, counted as two intervals at most: after a machine's sleep or a stopped process the
 * check is late, and no tick could have started in between.
 */
export function silenceAfterLook(silence: TickSilence, now: number, minute: number): TickSilence {
  const most = (2 * minute) / looksPerMinute;
  const passed = Math.min(most, Math.max(0, now - silence.lookedAt));
  return { ...silence, silent: silence.silent + passed, lookedAt: now };
}

export const isDead = ({ silent }: TickSilence, minute: number): boolean => silent >= silentMinutes * minute;

/** Returns the problem as a sentence. */
export const silenceText = ({ hasBegun }: TickSilence): string =>
  hasBegun
    ? `The runtime has answered no tick of the scheduler for ${silentMinutes} minutes.`
    : `The scheduler has begun no tick for ${silentMinutes} minutes.`;

/** Returns the ends of the last hour. A clock that was set back puts some in the future: they count for as long. */
export const recentEnds = (ends: readonly number[], now: number): number[] =>
  ends.filter((at) => Math.abs(now - at) < hourMs).slice(-endsPerHour);

/**
 * Returns true when a dead scheduler may end the process. `ends` and `now` are wall-clock times, as they outlive the
 * process.
 */
export const mayEnd = (ends: readonly number[], now: number): boolean => recentEnds(ends, now).length < endsPerHour;

/** Returns the minute by which a tick is named: the planned one, unless the clock was set or the machine slept. */
export const minuteOfTick = (planned: number, now: number, minute: number): number =>
  Math.abs(now - planned) < minute ? planned : now - (now % minute);
