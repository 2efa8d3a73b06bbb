import { eq } from "drizzle-orm";
import { readBatch } from "~/db/read";
import { auditEntryTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

/** Reads all audit entries of a page. */
export async function auditEntriesOfPage(ctx: Ctx, pageId: string): Promise<(typeof auditEntryTable.$inferSelect)[]> {
  const [entries] = await readBatch(
    ctx,
    ctx.db.select().from(auditEntryTable).where(eq(auditEntryTable.pageId, pageId)),
  );
  return entries;
}
