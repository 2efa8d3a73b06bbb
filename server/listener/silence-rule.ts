/** Without the answer to a tick for this many minutes the scheduler counts as dead. */
export const silentMinutes = 5;
/** Looks per minute of the scheduler. */
export const looksPerMinute = 12;
/** A process is ended so often within an hour, and no more. */
export const endsPerHour = 3;

const hour = 3_600_000;

/** How long the scheduler has been silent. Every time is of a clock that nobody sets; its zero means nothing. */
export interface Silence {
  /** Milliseconds since the last tick was answered, as they were seen to pass. */
  silent: number;
  lookedAt: number;
  /** A tick has begun since then. */
  hasBegun: boolean;
}

export const silenceFrom = (now: number): Silence => ({ silent: 0, lookedAt: now, hasBegun: false });

export const tickBegun = (silence: Silence): Silence => ({ ...silence, hasBegun: true });

export const tickAnswered = (silence: Silence): Silence => ({ ...silence, silent: 0, hasBegun: false });

/**
 * Time that passed between two looks counts as two intervals of looking at most: a machine that slept, or a process that
 * was stopped, looks late, and nobody could have begun a tick meanwhile.
 */
export function looked(silence: Silence, now: number, minute: number): Silence {
  const most = (2 * minute) / looksPerMinute;
  const passed = Math.min(most, Math.max(0, now - silence.lookedAt));
  return { ...silence, silent: silence.silent + passed, lookedAt: now };
}

export const isDead = ({ silent }: Silence, minute: number): boolean => silent >= silentMinutes * minute;

/** What is wrong, as a sentence. */
export const saidOf = ({ hasBegun }: Silence): string =>
  hasBegun
    ? `The runtime has answered no tick of the scheduler for ${silentMinutes} minutes.`
    : `The scheduler has begun no tick for ${silentMinutes} minutes.`;

/** Those of the last hour. A clock that was set back makes some of them lie ahead: they count just as long. */
export const recentEnds = (ends: readonly number[], now: number): number[] =>
  ends.filter((at) => Math.abs(now - at) < hour).slice(-endsPerHour);

/** Whether a dead scheduler may end the process. `ends` and `now` are wall-clock times, as they outlive the process. */
export const mayEnd = (ends: readonly number[], now: number): boolean => recentEnds(ends, now).length < endsPerHour;

/** The minute that a tick is named by: the one it was planned for, unless the clock was set or the machine slept meanwhile. */
export const minuteOfTick = (planned: number, now: number, minute: number): number =>
  Math.abs(now - planned) < minute ? planned : now - (now % minute);
