import { type SQL, sql } from "drizzle-orm";
import { mayRunAgainSql } from "~/db/instants";
import type { SqlStatement } from "~/db/write";
import { dayMs, minuteMs } from "~/time/durations";
import { maxClockDifferenceMs } from "~/time/instants";
import { importUndoDays } from "../rules/import-job";

/** Longest time that an import yields to all other work, in ms. */
const importDelayMs = 10 * minuteMs;

/** Furthest due time that is set on purpose: the end of the undo; a running job waits until the next day at most. */
const furthestSql = `iif(state = 'applied', ${importUndoDays * dayMs}, ${dayMs}) + ${maxClockDifferenceMs}`;

/**
 * Returns the condition for a job that is due. A due time further ahead than any that is set was written by a wrong
 * clock, and counts as due. `now` is a parameter of the statement.
 */
export const importDueCondition = (now: string): string =>
  `due_at IS NOT NULL AND NOT (+due_at > ${now} AND +due_at <= ${now} + ${furthestSql}) AND ${mayRunAgainSql(now)}`;

/** The same without the time to which a failed try is moved back: the job goes on when it is asked to. */
export const importDueTimeSql = (now: number): SQL =>
  sql`due_at IS NOT NULL AND NOT (due_at > ${now} AND due_at <= ${now} + ${sql.raw(furthestSql)})`;

const dueOnTimeCondition = (now: string): string => `due_at <= ${now} AND ${mayRunAgainSql(now)}`;

/** Makes the next tick look for imports: it does so when it walks the pages, so that idle minutes cost nothing. */
export const lookForImportsNextMinuteStatement: SqlStatement = {
  sql: "UPDATE deployment SET pages_look_at = 0 WHERE id = 1 AND pages_look_at > 0",
  params: [],
};

/**
 * Selects the imports that go on. They rank behind all other work unless they have waited for ten minutes. Due times of
 * a wrong clock are looked for only when `always` is set, as that reads each job that is to be purged one day.
 */
export const dueImportsSql = (now: string, always: boolean): string =>
  `SELECT page_id, id, min(due_at + ${importDelayMs}, ${now}) AS since, tries FROM import_job INDEXED BY import_job_due
    WHERE ${always ? importDueCondition(now) : dueOnTimeCondition(now)}`;

/**
 * Selects when the first imports go on: each walk of the pages says by that when the next one is. A hundred at most are
 * read, as each applied import waits for the end of its undo.
 */
export const nextImportsSql = `SELECT max(due_at, not_before) FROM (SELECT due_at, not_before
  FROM import_job INDEXED BY import_job_due WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 100)`;
