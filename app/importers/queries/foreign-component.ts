import { and, eq, isNull } from "drizzle-orm";
import { foreignId, page } from "~/db/schema";
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
    .select({ ourId: foreignId.ourId })
    .from(page)
    .innerJoin(
      foreignId,
      and(
        eq(foreignId.pageId, page.id),
        eq(foreignId.origin, origin),
        eq(foreignId.kind, "component"),
        eq(foreignId.theirId, theirId),
      ),
    )
    .where(and(eq(page.slug, slug), isNull(page.deletedAt)));
