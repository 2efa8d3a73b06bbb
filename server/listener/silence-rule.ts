import { hourMs } from "../../app/time/durations.ts";

/** Minutes without the answer to a tick after which the scheduler is treated as dead. */
export const maxTickSilenceMinutes = 5;
/** Checks per minute of the scheduler. */
export const silenceChecksPerMinute = 12;
/** Maximum number of times that a process is ended within an hour. */
export const maxProcessEndsPerHour = 3;

/** The scheduler's silence so far. All times are of a monotonic clock; its zero has no meaning. */
export interface TickSilence {
  /** Observed milliseconds since the last tick was answered. */
  silent: number;
  lookedAt: number;
  /** True when a tick has started since then. */
  hasBegun: boolean;
}

export const newTickSilence = (now: number): TickSilence => ({ silent: 0, lookedAt: now, hasBegun: false });

export const tickSilenceAtStart = (silence: TickSilence): TickSilence => ({ ...silence, hasBegun: true });

export const tickSilenceAfterAnswer = (silence: TickSilence): TickSilence => ({
  ...silence,
  silent: 0,
  hasBegun: false,
});

/**
 * Adds the time between two checks, counted as two intervals at most: after a machine's sleep or a stopped process the
 * check is late, and no tick could have started in between.
 */
export function tickSilenceAfterCheck(silence: TickSilence, now: number, minute: number): TickSilence {
  const most = (2 * minute) / silenceChecksPerMinute;
  const passed = Math.min(most, Math.max(0, now - silence.lookedAt));
  return { ...silence, silent: silence.silent + passed, lookedAt: now };
}

export const isSchedulerDead = ({ silent }: TickSilence, minute: number): boolean =>
  silent >= maxTickSilenceMinutes * minute;

/** Returns the problem as a sentence. */
export const schedulerSilenceText = ({ hasBegun }: TickSilence): string =>
  hasBegun
    ? `The runtime has answered no tick of the scheduler for ${maxTickSilenceMinutes} minutes.`
    : `The scheduler has begun no tick for ${maxTickSilenceMinutes} minutes.`;

/** Returns the ends of the last hour. A clock that was set back puts some in the future: they count for as long. */
export const recentProcessEnds = (ends: readonly number[], now: number): number[] =>
  ends.filter((at) => Math.abs(now - at) < hourMs).slice(-maxProcessEndsPerHour);

/**
 * Returns true when a dead scheduler may end the process. `ends` and `now` are wall-clock times, as they outlive the
 * process.
 */
export const mayEndProcess = (ends: readonly number[], now: number): boolean =>
  recentProcessEnds(ends, now).length < maxProcessEndsPerHour;

/** Returns the minute by which a tick is named: the planned one, unless the clock was set or the machine slept. */
export const minuteOfTick = (planned: number, now: number, minute: number): number =>
  Math.abs(now - planned) < minute ? planned : now - (now % minute);
