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

/** What a shard knows of its monitors, `?1` minutes older: when each was looked at last, and since when. */
const agedShard = `UPDATE monitor_shard SET minute = minute - ?1,
  plan = (SELECT json_group_array(json_set(p.value, '$.watchedSince', p.value->>'$.watchedSince' - ?1 * 60000)) FROM json_each(plan) p),
  states = (SELECT json_group_object(s.key, json_set(s.value, '$.watchedSince', s.value->>'$.watchedSince' - ?1 * 60000,
    '$.since', s.value->>'$.since' - ?1, '$.last', s.value->>'$.last' - ?1, '$.silentSince', s.value->>'$.silentSince' - ?1,
    '$.heardAt', s.value->>'$.heardAt' - ?1)) FROM json_each(states) s)`;

/** What makes all that is kept so many ms older; of a shard other figures than its minutes stay. */
export const agingStatements = (milliseconds: number) => [
  ...tables.flatMap(agedRows).map((sql) => ({ sql, params: [milliseconds] })),
  { sql: agedShard, params: [Math.round(milliseconds / 60_000)] },
];

/** Everything that is kept is so many ms older, as if they had passed. Other JSON than a shard's stays as it is. */
export async function olderBy(database: D1Database, milliseconds: number): Promise<void> {
  await unmetered(database, agingStatements(milliseconds));
}
