import { and, eq, gt, sql } from "drizzle-orm";
import { subscriberTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/**
 * Number of the page's confirmation requests that imports send, or sent, after this time; by an index of these alone.
 */
export const importedRequestCountSinceQuery = ({ db }: Db, pageId: string, since: number) =>
  db
    .select({ requests: sql<number>`count(*)`.as("requests") })
    .from(subscriberTable)
    .where(and(eq(subscriberTable.pageId, pageId), gt(subscriberTable.askedAt, since)));

/** Breaks the batch when there are more than `most` of them meanwhile. */
export const guardImportedRequestLimitStatement = (pageId: string, since: number, most: number): SqlStatement =>
  guardTableStatement(
    subscriberTable,
    { lost: "(SELECT count(*) FROM subscriber WHERE page_id = ?1 AND asked_at > ?2) > ?3" },
    [pageId, since, most],
  );

/** Progress of the confirmation requests of imports, and when the last is sent. */
export const importedConfirmationCountsQuery = ({ db }: Db, pageId: string, now: number) => {
  const { state, askedAt } = subscriberTable;
  return db
    .select({
      scheduled: sql<number>`count(*) FILTER (WHERE ${state} = 'pending' AND ${askedAt} > ${now})`.as("scheduled"),
      waiting: sql<number>`count(*) FILTER (WHERE ${state} = 'pending' AND ${askedAt} <= ${now})`.as("waiting"),
      confirmed: sql<number>`count(*) FILTER (WHERE ${state} IN ('active', 'quarantined'))`.as("confirmed"),
      until: sql<number | null>`max(${askedAt}) FILTER (WHERE ${state} = 'pending' AND ${askedAt} > ${now})`.as(
        "until",
      ),
    })
    .from(subscriberTable)
    .where(and(eq(subscriberTable.pageId, pageId), gt(askedAt, 0)));
};
