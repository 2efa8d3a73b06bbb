import { and, eq, lt, or, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** Selects the rows behind the last one shown, by its instant and id, newest first; undefined = from the newest on. */
export const olderThanCursorCondition = (
  instant: SQLiteColumn,
  id: SQLiteColumn,
  last: readonly [number, string] | null | undefined,
): SQL | undefined => (last ? or(lt(instant, last[0]), and(eq(instant, last[0]), lt(id, last[1]))) : undefined);
