import { maxClockDifferenceMs, maxStampAheadMs } from "~/time/instants";
import { maxPromptDelayMs } from "~/time/units";

/**
 * Negation of `isUnexpired` (time/instants) in SQL: true when a lease of at most `longest` ms is over at `now`, a
 * parameter of the statement.
 */
export const leaseIsOverSql = (now: string, longest: number, column = "lease_until"): string =>
  `(${column} <= ${now} OR ${column} > ${now} + ${longest + maxClockDifferenceMs})`;

/**
 * True when a lease ended in the future: a wrong clock set it, and the decisions made under that lease are wrong too.
 */
export const leaseEndsAheadSql = (now: string): string => `lease_until > ${now} + ${maxStampAheadMs}`;

/**
 * True when work that could not run may run again. It waits at most `maxPromptDelayMs`; a later time was set by a wrong
 * clock.
 */
export const mayRunAgainSql = (now: string, column = "not_before"): string =>
  `(${column} <= ${now} OR ${column} > ${now} + ${maxPromptDelayMs + maxClockDifferenceMs})`;

/** Negation of `isYoung` (time/instants) in SQL, for an instant that another machine may have written. */
export const isNotYoungSql = (column: string, now: string, length: number): string =>
  `(${column} <= ${now} - ${length} OR ${column} > ${now} + ${maxClockDifferenceMs})`;

/** True when a tick may write its stamp: stamps only move forward, except from a future that a wrong clock had set. */
export const mayStampTickSql = (now: string): string => `(tick_at < ${now} OR tick_at > ${now} + ${maxStampAheadMs})`;
