/** So long the past may wait for everything else, in ms. */
const patience = 3_600_000;

/** Pages whose past is looked at or restated: behind all else, unless that has not come on for an hour. */
export const restatingDue = (now: number): string =>
  `SELECT page_id, page_id AS id, min(due_at + ${patience}, ${now}) AS since, tries FROM restating
    INDEXED BY restating_due WHERE due_at <= ${now} AND not_before <= ${now}`;
