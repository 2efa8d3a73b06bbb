/** So long it may wait for everything else, in ms. */
const patience = 3_600_000;

/** A table of which texts are rendered again: behind all else, unless that has not come on for an hour. It is of no page. */
export const renderingDue = (now: number): string =>
  `SELECT '' AS page_id, id, min(due_at + ${patience}, ${now}) AS since, tries FROM rendering
    INDEXED BY rendering_due WHERE due_at <= ${now} AND not_before <= ${now} ORDER BY tries LIMIT 1`;
