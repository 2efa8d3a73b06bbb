import { and, desc, eq } from "drizzle-orm";
import { importJob } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

export type ImportJobRow = typeof importJob.$inferSelect;

/** Most imports that the list of a page shows, the newest first. */
export const maxListedImports = 50;

export const importJobByIdQuery = ({ db }: Pick<Ctx, "db">, pageId: string, id: string) =>
  db
    .select()
    .from(importJob)
    .where(and(eq(importJob.pageId, pageId), eq(importJob.id, id)));

export const importJobsOfPageQuery = ({ db }: Pick<Ctx, "db">, pageId: string) =>
  db.select().from(importJob).where(eq(importJob.pageId, pageId)).orderBy(desc(importJob.id)).limit(maxListedImports);
