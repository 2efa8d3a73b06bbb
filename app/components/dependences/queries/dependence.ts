import { getTableName } from "drizzle-orm";
import type { componentTable, sourceTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";

/** Removes the dependences on things that are deleted. */
export const removeDependencesStatement = (
  table: typeof componentTable | typeof sourceTable,
  pageId: string,
  ids: readonly string[],
): SqlStatement => ({
  sql: `UPDATE ${getTableName(table)} SET depends_on = NULL, version = version + 1 WHERE page_id = ?1 AND depends_on IN (SELECT value FROM json_each(?2))`,
  params: [pageId, JSON.stringify(ids)],
});
