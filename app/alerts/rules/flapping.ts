import { stillLasts } from "~/time/instants";

/** So many turns between firing and recovered within so long (ms) are flapping; so long without one ends it. */
export const flappingTurns = 4;
export const calmAfter = 30 * 60_000;

/** What an alert remembers of its turns; instants in UTC ms. */
export interface Turning {
  /** The last of them, the newest last. The first firing of a new alert is none: nothing was there to turn. */
  turns: number[];
  /** Since when it flaps, until it is calm; null = it does not. */
  flappingSince: number | null;
  /** While it is held firing: when its sender says that it recovered. Null = its sender says what it is. */
  heldEnd: number | null;
}

/** An alert of which nothing is known yet. */
export const neverTurned = (): Turning => ({ turns: [], flappingSince: null, heldEnd: null });

/** When an alert that flaps will have been calm for long enough; null = it does not flap. */
export function calmAt({ turns, flappingSince }: Pick<Turning, "turns" | "flappingSince">): number | null {
  const last = turns.at(-1);
  return flappingSince === null || last === undefined ? null : last + calmAfter;
}

/** Whether it flaps at `now`: a turn that lies ahead was made by a clock that was wrong, and holds nothing. */
export function isFlapping(turning: Pick<Turning, "turns" | "flappingSince">, now: number): boolean {
  const until = calmAt(turning);
  return until !== null && stillLasts(until, now, calmAfter);
}

/** The same after one more turn at `at`, as it was true; turns that lie ahead of it were of a wrong clock. */
export function turned(turning: Turning, at: number, now: number): Turning {
  const turn = Math.min(at, now);
  const recent = turning.turns.filter((each) => each <= turn && turn - each < calmAfter);
  const turns = [...recent, turn].slice(-flappingTurns);
  const since = isFlapping(turning, turn) ? turning.flappingSince : null;
  return { heldEnd: turning.heldEnd, turns, flappingSince: since ?? (turns.length >= flappingTurns ? now : null) };
}
