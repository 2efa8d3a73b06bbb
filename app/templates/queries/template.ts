import { and, asc, eq, sql } from "drizzle-orm";
import { template } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;
export type TemplateRow = typeof template.$inferSelect;

/** Order in which people look for templates. */
const byName = [asc(sql`lower(${template.name})`), asc(template.id)];

export const templatesOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select()
    .from(template)
    .where(eq(template.pageId, pageId))
    .orderBy(...byName);

export const templateNamesOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ id: template.id, name: template.name })
    .from(template)
    .where(eq(template.pageId, pageId))
    .orderBy(...byName);

export const templateByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(template)
    .where(and(eq(template.pageId, pageId), eq(template.id, id)));
