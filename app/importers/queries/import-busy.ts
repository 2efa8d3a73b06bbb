import { and, eq, inArray } from "drizzle-orm";
import { importJobTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { busyImportStates } from "../rules/import-job";

/** Reads the import that works on a page; two imports of one page wait for each other. */
export const busyImportOfPageQuery = ({ db }: Pick<Ctx, "db">, pageId: string) =>
  db
    .select({ id: importJobTable.id })
    .from(importJobTable)
    .where(and(eq(importJobTable.pageId, pageId), inArray(importJobTable.state, [...busyImportStates])))
    .limit(1);

/** Breaks the batch when an import works on the page, of two that begin at once the second one. */
export const guardNoBusyImportStatement = (pageId: string): SqlStatement =>
  guardTableStatement(importJobTable, { when: "page_id = ?1 AND state IN (SELECT value FROM json_each(?2))" }, [
    pageId,
    JSON.stringify(busyImportStates),
  ]);
