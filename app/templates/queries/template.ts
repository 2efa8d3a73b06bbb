import { and, asc, eq, sql } from "drizzle-orm";
import { templateTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;
export type TemplateRow = typeof templateTable.$inferSelect;

/** Order in which people look for templates. */
const byName = [asc(sql`lower(${templateTable.name})`), asc(templateTable.id)];

export const templatesOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select()
    .from(templateTable)
    .where(eq(templateTable.pageId, pageId))
    .orderBy(...byName);

export const templateNamesOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ id: templateTable.id, name: templateTable.name })
    .from(templateTable)
    .where(eq(templateTable.pageId, pageId))
    .orderBy(...byName);

export const templateByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(templateTable)
    .where(and(eq(templateTable.pageId, pageId), eq(templateTable.id, id)));
