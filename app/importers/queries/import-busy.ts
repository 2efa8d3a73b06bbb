import { and, eq, inArray } from "drizzle-orm";
import { importJob } from "~/db/schema";
import { guardTableCondition, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { busyImportStates } from "../rules/import-job";

/** Reads the import that works on a page; two imports of one page wait for each other. */
export const busyImportOfPageQuery = ({ db }: Pick<Ctx, "db">, pageId: string) =>
  db
    .select({ id: importJob.id })
    .from(importJob)
    .where(and(eq(importJob.pageId, pageId), inArray(importJob.state, [...busyImportStates])))
    .limit(1);

/** Breaks the batch when an import works on the page, of two that begin at once the second one. */
export const guardNoBusyImport = (pageId: string): SqlStatement =>
  guardTableCondition(importJob, { when: "page_id = ?1 AND state IN (SELECT value FROM json_each(?2))" }, [
    pageId,
    JSON.stringify(busyImportStates),
  ]);
