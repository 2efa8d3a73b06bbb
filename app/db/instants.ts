import { clocksDiffer, stampAhead } from "~/time/instants";
import { promptness } from "~/time/units";

/** `stillLasts` of time/instants, not so: a lease of at most `longest` ms is over at `now` (a parameter of the statement). */
export const leaseIsOver = (now: string, longest: number, column = "lease_until"): string =>
  `(${column} <= ${now} OR ${column} > ${now} + ${longest + clocksDiffer})`;

/** A lease that ended says when: one that ended in time to come was a wrong clock's, and so is what was decided under it. */
export const endedAhead = (now: string): string => `lease_until > ${now} + ${stampAhead}`;

/** What could not run waits at most so long; further ahead it was moved back by a wrong clock. */
export const mayRunAgain = (now: string, column = "not_before"): string =>
  `(${column} <= ${now} OR ${column} > ${now} + ${promptness + clocksDiffer})`;

/** `isYoung` of time/instants, not so, for an instant that another machine may have written. */
export const isNotYoung = (column: string, now: string, length: number): string =>
  `(${column} <= ${now} - ${length} OR ${column} > ${now} + ${clocksDiffer})`;

/** Stamps go ahead; back only from where a wrong clock had set them. */
export const mayStamp = (now: string): string => `(tick_at < ${now} OR tick_at > ${now} + ${stampAhead})`;
