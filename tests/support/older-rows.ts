import { getTableColumns, getTableName, is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "~/db/schema";
import { unmetered } from "./restored";

/** Columns that hold an instant: smaller figures in them (0, a count) are none. */
const isInstant = (name: string) => /(At|Until|Since|Before)$/.test(name);

function agedRows(table: SQLiteTable): string[] {
  const columns = Object.entries(getTableColumns(table));
  const instants = columns.filter(([name, { dataType }]) => dataType === "number" && isInstant(name));
  const sets = instants.map(([name]) => {
    const column = toSnakeCase(name);
    return `${column} = CASE WHEN ${column} > 1000000000000 THEN ${column} - ?1 ELSE ${column} END`;
  });
  return sets.length > 0 ? [`UPDATE ${getTableName(table)} SET ${sets.join(", ")}`] : [];
}

const tables = (Object.values(schema) as unknown[]).filter((each): each is SQLiteTable => is(each, SQLiteTable));

/** Everything that is kept is so many ms older, as if they had passed. What stands within JSON stays as it is. */
export async function olderBy(database: D1Database, milliseconds: number): Promise<void> {
  await unmetered(database, [
    ...tables.flatMap(agedRows).map((sql) => ({ sql, params: [milliseconds] })),
    { sql: "UPDATE monitor_shard SET minute = minute - ?1", params: [Math.round(milliseconds / 60_000)] },
  ]);
}
