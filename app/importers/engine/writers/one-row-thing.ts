import { readBatch } from "~/db/read";
import { deleteRowsStatements } from "~/db/write";
import { type OneRowTable, thingVersionsQuery } from "../../queries/page-things";
import type { ImportNounWriter } from "../noun-writer";

/** Returns what the writers of groups, templates and channels share: a thing is one row, with one index. */
export const oneRowThingParts = (
  table: OneRowTable,
): Pick<ImportNounWriter, "statements" | "rows" | "rowsPerUpdate" | "readHere" | "remove"> => ({
  statements: 1,
  rows: () => 2,
  rowsPerUpdate: 0,
  readHere: async (ctx, pageId) => (await readBatch(ctx, thingVersionsQuery(ctx, table, pageId, null)))[0],
  remove: async (_, pageId, things) =>
    deleteRowsStatements(
      table,
      pageId,
      things.map(({ id, version }) => ({ id, version })),
    ),
});
