import { hourMs } from "~/time/durations";

/** Longest time that restating yields to all other work, in ms. */
const restateDelayMs = hourMs;

/**
 * Selects pages whose past is examined or restated. They rank behind all other work unless they have waited for an
 * hour.
 */
export const dueRestatingsSql = (now: string): string =>
  `SELECT page_id, page_id AS id, min(due_at + ${restateDelayMs}, ${now}) AS since, tries FROM restating
    INDEXED BY restating_due WHERE due_at <= ${now} AND not_before <= ${now}`;
