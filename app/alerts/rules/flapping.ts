import { minuteMs } from "~/time/durations";
import { stillLasts } from "~/time/instants";

/**
 * Number of turns between firing and recovered within `calmAfter` (ms) that make an alert flap; as long without one
 * ends it.
 */
export const flappingTurns = 4;
export const calmAfter = 30 * minuteMs;

/** Record of an alert's turns; instants in UTC ms. */
export interface Turning {
  /** The latest turns, newest last. The first firing of a new alert is not a turn. */
  turns: number[];
  /** Time when it started to flap; null when it does not flap. */
  flappingSince: number | null;
  /** End that its sender reported while the alert is held firing; null when it is not held. */
  heldEnd: number | null;
}

/** Returns the record of an alert without any turn. */
export const neverTurned = (): Turning => ({ turns: [], flappingSince: null, heldEnd: null });

/** Returns when a flapping alert will have been calm for long enough; null when it does not flap. */
export function calmAt({ turns, flappingSince }: Pick<Turning, "turns" | "flappingSince">): number | null {
  const last = turns.at(-1);
  return flappingSince === null || last === undefined ? null : last + calmAfter;
}

/** True when it flaps at `now`. A turn in the future came from a wrong clock and is ignored. */
export function isFlapping(turning: Pick<Turning, "turns" | "flappingSince">, now: number): boolean {
  const until = calmAt(turning);
  return until !== null && stillLasts(until, now, calmAfter);
}

/** Returns the record after one more turn at `at`, the actual time; turns after that came from a wrong clock. */
export function turned(turning: Turning, at: number, now: number): Turning {
  const turn = Math.min(at, now);
  const recent = turning.turns.filter((each) => each <= turn && turn - each < calmAfter);
  const turns = [...recent, turn].slice(-flappingTurns);
  const since = isFlapping(turning, turn) ? turning.flappingSince : null;
  return { heldEnd: turning.heldEnd, turns, flappingSince: since ?? (turns.length >= flappingTurns ? now : null) };
}
