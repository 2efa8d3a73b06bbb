import { and, desc, eq } from "drizzle-orm";
import { importJobTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

export type ImportJobRow = typeof importJobTable.$inferSelect;

/** Most imports that the list of a page shows, the newest first. */
export const maxListedImports = 50;

export const importJobByIdQuery = ({ db }: Pick<Ctx, "db">, pageId: string, id: string) =>
  db
    .select()
    .from(importJobTable)
    .where(and(eq(importJobTable.pageId, pageId), eq(importJobTable.id, id)));

export const importJobsOfPageQuery = ({ db }: Pick<Ctx, "db">, pageId: string) =>
  db
    .select()
    .from(importJobTable)
    .where(eq(importJobTable.pageId, pageId))
    .orderBy(desc(importJobTable.id))
    .limit(maxListedImports);
