import { and, eq, isNull } from "drizzle-orm";
import { foreignIdTable, pageTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

/** A component of a page by the id that another product gave it. */
export interface ForeignComponentName {
  slug: string;
  origin: string;
  theirId: string;
}

/** Selects our id of a component; by the page's slug and the key of the table of ids. */
export const componentByForeignIdQuery = ({ db }: Pick<Ctx, "db">, { slug, origin, theirId }: ForeignComponentName) =>
  db
    .select({ ourId: foreignIdTable.ourId })
    .from(pageTable)
    .innerJoin(
      foreignIdTable,
      and(
        eq(foreignIdTable.pageId, pageTable.id),
        eq(foreignIdTable.origin, origin),
        eq(foreignIdTable.kind, "component"),
        eq(foreignIdTable.theirId, theirId),
      ),
    )
    .where(and(eq(pageTable.slug, slug), isNull(pageTable.deletedAt)));
