import { and, eq, isNotNull, sql } from "drizzle-orm";
import { importJobTable, pageTable } from "~/db/schema";
import { rowsWithPageId } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** A thing of ours with its version, as it was read. */
export interface VersionedThing {
  id: string;
  version: number;
}

/** Returns the rows by which a statement finds things of the version that was read. */
export const thingVersionRows = (pageId: string, things: readonly VersionedThing[]) =>
  rowsWithPageId(
    pageId,
    things.map(({ id, version }) => ({ id, version })),
  );

/** Sums up the rows that the imports of all pages have written on a UTC day; read along the index of jobs that are not over. */
export const importRowCountOfDayQuery = ({ db }: Db, day: string) =>
  db
    .select({ rows: sql<number>`coalesce(sum(rows_today), 0)`.as("rows") })
    .from(sql`import_job INDEXED BY import_job_due`)
    .where(and(isNotNull(importJobTable.dueAt), eq(importJobTable.rowsDay, day)));

/** Selects a job whose page is not deleted: the rows of a deleted one are removed by the purge, the job's among them. */
export const importJobOfLivePageQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(importJobTable)
    .where(
      and(
        eq(importJobTable.pageId, pageId),
        eq(importJobTable.id, id),
        sql`EXISTS (SELECT 1 FROM page WHERE page.id = ${pageId} AND page.deleted_at IS NULL)`,
      ),
    );

/** Selects the facts of a page that a step needs. */
export const importedPageByIdQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ timeZone: pageTable.timeZone, language: pageTable.language, partialWeight: pageTable.partialWeight })
    .from(pageTable)
    .where(eq(pageTable.id, pageId));
