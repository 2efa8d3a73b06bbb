import { and, eq, sql } from "drizzle-orm";
import { importJobTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { importDueTimeSql } from "./import-due";

/** Reason of a try after which nothing was written, neither its step nor what failed. */
export const interruptedTryReason = "It was interrupted before it ended";

/**
 * Counts a try of a job that is due before its work begins, so that one whose invocation is killed counts as well, and
 * returns the job. The version stays: the commit of the step finds it, and clears the count.
 */
export const countImportTryQuery = ({ db, now }: Pick<Ctx, "db" | "now">, pageId: string, id: string) =>
  db
    .update(importJobTable)
    .set({
      tries: sql`tries + 1`,
      reason: sql`iif(tries > 0, coalesce(reason, ${interruptedTryReason}), reason)`,
    })
    .where(
      and(
        eq(importJobTable.pageId, pageId),
        eq(importJobTable.id, id),
        importDueTimeSql(now()),
        sql`EXISTS (SELECT 1 FROM page WHERE page.id = ${pageId} AND page.deleted_at IS NULL)`,
      ),
    )
    .returning();
