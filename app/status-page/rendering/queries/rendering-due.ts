import { mayRunAgain } from "~/db/instants";
import { clocksDiffer } from "~/time/instants";

/** So long it may wait for everything else, in ms. */
const patience = 3_600_000;
/** The migration puts it off by so much, in ms. */
const putOff = 600_000;

/** One that waits for longer than it is ever put off was written by a wrong clock. `now` is a parameter of the statement, or a number. */
export const isRenderingDue = (now: string): string =>
  `due_at IS NOT NULL AND NOT (+due_at > ${now} AND +due_at <= ${now} + ${putOff + clocksDiffer}) AND ${mayRunAgain(now)}`;

/** A table of which texts are rendered again: behind all else, unless that has not come on for an hour. It is of no page. */
export const renderingDue = (now: number): string =>
  `SELECT '' AS page_id, id, min(due_at + ${patience}, ${now}) AS since, tries FROM rendering
    INDEXED BY rendering_due WHERE ${isRenderingDue(`${now}`)} ORDER BY tries LIMIT 1`;
