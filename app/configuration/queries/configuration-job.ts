import { and, asc, desc, eq, sql } from "drizzle-orm";
import { configurationJobTable, configurationPartTable, configurationJobTable as job } from "~/db/schema";
import { guardTableStatement, type InsertRow, insertRowsInPartsStatements, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { maxClockDifferenceMs } from "~/time/instants";
import { firstWorkUnitRetryDelayMs, maxPromptDelayMs } from "~/time/units";
import { configurationJobDays } from "../rules/configuration-job";

type Db = Pick<Ctx, "db">;
export type ConfigurationJobRow = typeof configurationJobTable.$inferSelect;
export type ConfigurationPartRow = typeof configurationPartTable.$inferSelect;

/** Most jobs that the page of a configuration file shows. */
const maxListedJobs = 10;

export const configurationJobByIdQuery = ({ db }: Db, id: string) =>
  db.select().from(configurationJobTable).where(eq(configurationJobTable.id, id));

/** Finds the job that a commit started. */
export const configurationJobOfCommitQuery = ({ db }: Db, commitId: string) =>
  db
    .select()
    .from(configurationJobTable)
    .where(sql`${configurationJobTable.id} = (SELECT a.subject_id FROM audit_entry a WHERE a.id = ${commitId})`);

export const configurationJobsOfPageQuery = ({ db }: Db, pageId: string) =>
  db.select().from(job).where(eq(job.pageId, pageId)).orderBy(desc(job.id)).limit(maxListedJobs);

export const configurationPartsQuery = ({ db }: Db, jobId: string) =>
  db
    .select()
    .from(configurationPartTable)
    .where(eq(configurationPartTable.configurationJobId, jobId))
    .orderBy(asc(configurationPartTable.kind), asc(configurationPartTable.number));

/** Condition of a job that goes on now; a time too far ahead was set by a wrong clock, and counts as due. */
const isDueSql = (now: number) =>
  and(
    sql`${configurationJobTable.dueAt} IS NOT NULL`,
    sql`(${configurationJobTable.notBefore} <= ${now} OR ${configurationJobTable.notBefore} > ${now + maxPromptDelayMs + maxClockDifferenceMs})`,
  );

/** Id of the due job that has waited longest, so that a long one delays no short one. */
const nextJobIdSql = (now: number) =>
  sql`(SELECT id FROM configuration_job WHERE ${isDueSql(now)} ORDER BY updated_at LIMIT 1)`;

/**
 * Counts a try of a job that is due before its work begins, and returns the job: this one, or the next. Until it writes
 * again it is moved back: no other runner begins it meanwhile, and one whose invocation is killed each time delays
 * nothing else. Its version stays, so that the commit of its work finds it, and clears the count.
 */
export const countConfigurationTryQuery = ({ db }: Db, id: string | null, now: number) =>
  db
    .update(configurationJobTable)
    .set({
      tries: sql`tries + 1`,
      notBefore: sql`${now} + min(${firstWorkUnitRetryDelayMs} << min(tries, 8), ${maxPromptDelayMs})`,
    })
    .where(and(sql`${configurationJobTable.id} = ${id ?? nextJobIdSql(now)}`, isDueSql(now)))
    .returning();

/** Inserts the sealed parts: those of a usual file in one statement. */
export const insertPartStatements = (rows: readonly InsertRow<typeof configurationPartTable>[]): SqlStatement[] =>
  insertRowsInPartsStatements(configurationPartTable, rows);

export const deletePartsOfJobStatement = (jobId: string): SqlStatement => ({
  sql: "DELETE FROM configuration_part WHERE configuration_job_id = ?1",
  params: [jobId],
});

/** Deletes jobs that were over long ago: each new job tidies up after old ones. */
export const deleteOldJobsStatement = (now: number): SqlStatement => ({
  sql: `DELETE FROM configuration_job WHERE id IN (SELECT id FROM configuration_job INDEXED BY configuration_job_ended
    WHERE ended_at IS NOT NULL AND ended_at < ?1 ORDER BY ended_at LIMIT 50)`,
  params: [now - configurationJobDays * dayMs],
});

/** Breaks the batch when a job works on one of these pages: of two that begin at once the second one. */
export const guardNoJobOnPagesStatement = (pageIds: readonly string[]): SqlStatement =>
  guardTableStatement(
    configurationJobTable,
    {
      when: `due_at IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(page_ids) mine
        WHERE mine.value IN (SELECT value FROM json_each(?1)))`,
    },
    [JSON.stringify(pageIds)],
  );

/** Finds a job that works on one of these pages. */
export const runningJobOnPagesQuery = ({ db }: Db, pageIds: readonly string[]) =>
  db
    .select({ id: configurationJobTable.id })
    .from(configurationJobTable)
    .where(
      sql`due_at IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(page_ids) mine
        WHERE mine.value IN (SELECT value FROM json_each(${JSON.stringify(pageIds)})))`,
    )
    .limit(1);

/** Breaks the batch unless the job is as it was read. */
export const guardJobVersionStatement = ({ id, version }: Pick<ConfigurationJobRow, "id" | "version">): SqlStatement =>
  guardTableStatement(configurationJobTable, { unless: "id = ?1 AND version = ?2" }, [id, version]);

/** Makes the next tick go on with jobs; the tick reads this with the row that it reads anyway. */
export const wakeConfigurationStatement = (now: number): SqlStatement => ({
  sql: "UPDATE deployment SET configuration_due_at = min(coalesce(configuration_due_at, ?1), ?1) WHERE id = 1",
  params: [now],
});

/** Says when the next job goes on, or the next repository is read; null when none is left. Returns it. */
export const nextConfigurationStatement: SqlStatement = {
  sql: `UPDATE deployment SET configuration_due_at = (SELECT min(at) FROM (
    SELECT max(due_at, not_before) AS at FROM configuration_job WHERE due_at IS NOT NULL
    UNION ALL SELECT max(due_at, not_before) FROM repository_reading WHERE due_at IS NOT NULL)) WHERE id = 1
    RETURNING configuration_due_at AS due`,
  params: [],
};
