import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { repositoryReadingTable, repositoryTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { maxClockDifferenceMs } from "~/time/instants";
import { maxPromptDelayMs } from "~/time/units";
import { maxRepositoryReadings, maxRepositoryReadingWaitMs } from "../rules/reading";

type Db = Pick<Ctx, "db">;
export type RepositoryRow = typeof repositoryTable.$inferSelect;
export type RepositoryReadingRow = typeof repositoryReadingTable.$inferSelect;

const repositoriesQuery = ({ db }: Db, where: SQL | undefined) =>
  db.select().from(repositoryTable).where(where).orderBy(asc(repositoryTable.createdAt), asc(repositoryTable.id));

const readingsQuery = ({ db }: Db, where: SQL | undefined) =>
  db
    .select()
    .from(repositoryReadingTable)
    .where(where)
    .orderBy(desc(repositoryReadingTable.id))
    .limit(maxRepositoryReadings);

/** Lists the repositories of a page, the oldest first. */
export const repositoriesOfPageQuery = (ctx: Db, pageId: string) =>
  repositoriesQuery(ctx, eq(repositoryTable.pageId, pageId));

export const repositoryByIdQuery = (ctx: Db, pageId: string, id: string) =>
  repositoriesQuery(ctx, and(eq(repositoryTable.pageId, pageId), eq(repositoryTable.id, id)));

/** Finds a repository by the id in its webhook’s address. */
export const repositoryByIdAnywhereQuery = (ctx: Db, id: string) => repositoriesQuery(ctx, eq(repositoryTable.id, id));

/** Finds the name of whoever lends a repository their role. */
export const repositoryMakerNameQuery = ({ db }: Db, id: string) =>
  db
    .select({
      name: sql<
        string | null
      >`(SELECT p.name FROM person p WHERE p.id = coalesce(${repositoryTable.actor}->>'$.personId', ${repositoryTable.actor}->>'$.id'))`.as(
        "name",
      ),
    })
    .from(repositoryTable)
    .where(eq(repositoryTable.id, id));

/** Breaks the batch when a page has all the repositories that it may have. */
export const guardRepositoryLimitStatement = (pageId: string, most: number): SqlStatement =>
  guardTableStatement(repositoryTable, { lost: "(SELECT count(*) FROM repository WHERE page_id = ?1) >= ?2" }, [
    pageId,
    most,
  ]);

/** Lists the last readings of a repository, the newest first. */
export const readingsOfRepositoryQuery = (ctx: Db, repositoryId: string) =>
  readingsQuery(ctx, eq(repositoryReadingTable.repositoryId, repositoryId));

export const repositoryReadingByIdQuery = (ctx: Db, id: string) =>
  readingsQuery(ctx, eq(repositoryReadingTable.id, id));

/** Finds the repository of a reading, and the job that an earlier try of it started: its commit has the reading's id. */
export const repositoryOfReadingQuery = ({ db }: Db, id: string) =>
  db
    .select({
      repository: repositoryTable,
      jobId: sql<
        string | null
      >`(SELECT j.id FROM audit_entry a JOIN configuration_job j ON j.id = a.subject_id WHERE a.id = ${id})`.as(
        "job_id",
      ),
    })
    .from(repositoryTable)
    .where(sql`${repositoryTable.id} = (SELECT r.repository_id FROM repository_reading r WHERE r.id = ${id})`);

/** Lists all readings of the same repository, as far as the place of one among them is decided. */
export const readingsOfSameRepositoryQuery = ({ db }: Db, id: string) =>
  db
    .select({
      id: repositoryReadingTable.id,
      commitSha: repositoryReadingTable.commitSha,
      state: repositoryReadingTable.state,
      dueAt: repositoryReadingTable.dueAt,
    })
    .from(repositoryReadingTable)
    .where(
      sql`${repositoryReadingTable.repositoryId} = (SELECT r.repository_id FROM repository_reading r WHERE r.id = ${id})`,
    )
    .orderBy(desc(repositoryReadingTable.id))
    .limit(maxRepositoryReadings);

/** Lists the readings that are due; a time further ahead than any that is set was written by a wrong clock. */
export const dueRepositoryReadingsQuery = ({ db }: Db, now: number) =>
  db
    .select({ id: repositoryReadingTable.id })
    .from(repositoryReadingTable)
    .where(
      and(
        sql`${repositoryReadingTable.dueAt} IS NOT NULL`,
        sql`(${repositoryReadingTable.notBefore} <= ${now} OR ${repositoryReadingTable.notBefore} > ${now + maxRepositoryReadingWaitMs + maxClockDifferenceMs})`,
      ),
    )
    .orderBy(asc(repositoryReadingTable.dueAt))
    .limit(20);

/**
 * Counts a try of a reading before it begins, moves the reading back, and returns it: one whose invocation is killed
 * each time delays nothing else, and is given up. Its version stays, so that the commit of its outcome finds it.
 */
export const countRepositoryReadingTryQuery = ({ db }: Db, id: string, now: number) =>
  db
    .update(repositoryReadingTable)
    .set({ notBefore: now + maxPromptDelayMs, tries: sql`tries + 1` })
    .where(and(eq(repositoryReadingTable.id, id), sql`${repositoryReadingTable.dueAt} IS NOT NULL`))
    .returning();

/** Breaks the batch unless the reading is as it was read. */
export const guardReadingVersionStatement = ({
  id,
  version,
}: Pick<RepositoryReadingRow, "id" | "version">): SqlStatement =>
  guardTableStatement(repositoryReadingTable, { unless: "id = ?1 AND version = ?2" }, [id, version]);

/** Ends the plans that wait for a person, when a later commit was dealt with. */
export const endPlansOvertakenByReadingStatement = (
  { repositoryId, id }: RepositoryReadingRow,
  now: number,
): SqlStatement => ({
  sql: `UPDATE repository_reading SET state = 'overtaken', ended_at = ?3, plan_text = '', version = version + 1
    WHERE repository_id = ?1 AND id < ?2 AND state = 'pending'`,
  params: [repositoryId, id, now],
});

/** Deletes the oldest readings beyond those that are kept: each new one tidies up. */
export const deleteOldRepositoryReadingsStatement = (repositoryId: string): SqlStatement => ({
  sql: `DELETE FROM repository_reading WHERE id IN (SELECT id FROM repository_reading
    WHERE repository_id = ?1 ORDER BY id DESC LIMIT -1 OFFSET ?2) AND due_at IS NULL`,
  params: [repositoryId, maxRepositoryReadings],
});

export const deleteRepositoryReadingsStatement = (repositoryId: string): SqlStatement => ({
  sql: "DELETE FROM repository_reading WHERE repository_id = ?1",
  params: [repositoryId],
});
