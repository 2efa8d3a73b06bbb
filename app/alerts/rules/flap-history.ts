import { minuteMs } from "~/time/durations";
import { isUnexpired } from "~/time/instants";

/**
 * Number of changes between firing and recovered within `flappingEndsAfterMs` (ms) that make an alert flap. It stops
 * flapping when there was no change for the same time.
 */
export const flappingChangeCount = 4;
export const flappingEndsAfterMs = 30 * minuteMs;

/** Record of an alert's turns; instants in UTC ms. */
export interface FlapHistory {
  /** The latest turns, newest last. The first firing of a new alert is not a turn. */
  turns: number[];
  /** Time when it started to flap; null when it does not flap. */
  flappingSince: number | null;
  /** End that its sender reported while the alert is held firing; null when it is not held. */
  heldEnd: number | null;
}

/** Returns the record of an alert without any turn. */
export const emptyFlapHistory = (): FlapHistory => ({ turns: [], flappingSince: null, heldEnd: null });

/** Returns when a flapping alert will have been calm for long enough; null when it does not flap. */
export function flappingEndTime({ turns, flappingSince }: Pick<FlapHistory, "turns" | "flappingSince">): number | null {
  const last = turns.at(-1);
  return flappingSince === null || last === undefined ? null : last + flappingEndsAfterMs;
}

/** True when it flaps at `now`. A turn in the future came from a wrong clock and is ignored. */
export function isFlapping(turning: Pick<FlapHistory, "turns" | "flappingSince">, now: number): boolean {
  const until = flappingEndTime(turning);
  return until !== null && isUnexpired(until, now, flappingEndsAfterMs);
}

/**
 * Returns the record after another change at `at`, the actual time. Changes that are dated later came from a wrong
 * clock.
 */
export function flapHistoryAfterChange(turning: FlapHistory, at: number, now: number): FlapHistory {
  const turn = Math.min(at, now);
  const recent = turning.turns.filter((each) => each <= turn && turn - each < flappingEndsAfterMs);
  const turns = [...recent, turn].slice(-flappingChangeCount);
  const since = isFlapping(turning, turn) ? turning.flappingSince : null;
  return {
    heldEnd: turning.heldEnd,
    turns,
    flappingSince: since ?? (turns.length >= flappingChangeCount ? now : null),
  };
}
