import { getTableName } from "drizzle-orm";
import type { component, source } from "~/db/schema";
import type { SqlStatement } from "~/db/write";

/** Removes the dependences on something that is deleted. */
export const removeDependencesStatement = (
  table: typeof component | typeof source,
  pageId: string,
  id: string,
): SqlStatement => ({
  sql: `UPDATE ${getTableName(table)} SET depends_on = NULL, version = version + 1 WHERE page_id = ?1 AND depends_on = ?2`,
  params: [pageId, id],
});
