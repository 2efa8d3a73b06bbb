import { mayRunAgainSql } from "~/db/instants";
import { hourMs } from "~/time/durations";
import { maxClockDifferenceMs } from "~/time/instants";

/** Longest time that it yields to all other work, in ms. */
const renderDelayMs = hourMs;
/** Delay set by the migration, in ms. */
const postponeMs = 600_000;

/**
 * Returns the condition for a table that is due. A due time further ahead than any delay was written by a wrong clock,
 * and counts as due. `now` is a parameter of the statement.
 */
export const renderingDueCondition = (now: string): string =>
  `due_at IS NOT NULL AND NOT (+due_at > ${now} AND +due_at <= ${now} + ${postponeMs + maxClockDifferenceMs}) AND ${mayRunAgainSql(now)}`;

/**
 * Selects a table whose texts are rendered again. It ranks behind all other work unless it has waited for an hour. It
 * belongs to no page.
 */
export const dueRenderingSql = (now: string): string =>
  `SELECT '' AS page_id, id, min(due_at + ${renderDelayMs}, ${now}) AS since, tries FROM rendering
    INDEXED BY rendering_due WHERE ${renderingDueCondition(now)} ORDER BY tries LIMIT 1`;
