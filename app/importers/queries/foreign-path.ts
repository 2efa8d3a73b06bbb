import { sql } from "drizzle-orm";
import type { Ctx } from "~/platform/ctx";

/** An incident that visitors may know, or maintenance that is still here. */
const isThere = sql`CASE f.kind
  WHEN 'incident' THEN EXISTS (SELECT 1 FROM incident i WHERE i.id = f.our_id AND i.page_id = f.page_id AND i.visibility <> 'draft')
  WHEN 'maintenance' THEN EXISTS (SELECT 1 FROM maintenance m WHERE m.id = f.our_id AND m.page_id = f.page_id) END`;

/**
 * Selects the incident or maintenance whose page had one of these paths before it moved here. The index is named,
 * because the planner takes all ids of the page to be fewer than two paths.
 */
export const eventByForeignPathQuery = ({ db }: Pick<Ctx, "db">, pageId: string, paths: readonly string[]) =>
  db
    .select({
      kind: sql<"incident" | "maintenance">`f.kind`.as("kind"),
      ourId: sql<string>`f.our_id`.as("our_id"),
    })
    .from(sql`foreign_id f INDEXED BY foreign_id_path`)
    .where(
      sql`f.page_id = ${pageId} AND f.path IN (SELECT value FROM json_each(${JSON.stringify(paths)})) AND ${isThere}`,
    )
    .limit(1);
