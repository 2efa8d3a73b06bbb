import { and, eq, sql } from "drizzle-orm";
import type { channelTable, componentGroupTable, templateTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

/** Tables of things that are one row each, which only people change. */
export type OneRowTable = typeof componentGroupTable | typeof templateTable | typeof channelTable;

/** Selects the page's things of a table with their versions: those with these ids, or null for all. */
export function thingVersionsQuery(
  { db }: Pick<Ctx, "db">,
  table: OneRowTable,
  pageId: string,
  ids: readonly string[] | null,
) {
  // The columns that are named here are the same in each; drizzle cannot select from a union.
  const own = table as typeof componentGroupTable;
  const among = ids ? sql`${own.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))` : undefined;
  const { id, name, version } = own;
  return db
    .select({ id, name, version })
    .from(own)
    .where(and(eq(own.pageId, pageId), among));
}
