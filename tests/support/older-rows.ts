import { getTableColumns, getTableName, is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "~/db/schema";
import { unmetered } from "./restored";

/** Columns that hold an instant; small numbers in them (0, a count) are left alone. */
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

/**
 * Shifts a shard's facts about its monitors back by `?1` minutes: their last checks, and the starts of their states.
 */
const agedShard = `UPDATE monitor_shard SET minute = minute - ?1,
  plan = (SELECT json_group_array(json_set(p.value, '$.watchedSince', p.value->>'$.watchedSince' - ?1 * 60000)) FROM json_each(plan) p),
  states = (SELECT json_group_object(s.key, json_set(s.value, '$.watchedSince', s.value->>'$.watchedSince' - ?1 * 60000,
    '$.since', s.value->>'$.since' - ?1, '$.last', s.value->>'$.last' - ?1, '$.silentSince', s.value->>'$.silentSince' - ?1,
    '$.heardAt', s.value->>'$.heardAt' - ?1)) FROM json_each(states) s)`;

/** Shifts instants in a JSON column; absent ones are skipped. */
const agedJson = ({ table, column, paths }: { table: string; column: string; paths: string[] }) =>
  paths.map(
    (path) =>
      `UPDATE ${table} SET ${column} = json_set(${column}, '${path}', ${column}->>'${path}' - ?1) WHERE ${column}->>'${path}' > 1000000000000`,
  );

/** Shifts times of status changes, of an incident's following, and in the scope of notices. */
const agedWithin = [
  "UPDATE status_change SET at = at - ?1",
  ...agedJson({ table: "incident", column: "following", paths: ["$.team.at", "$.visitors.at"] }),
  ...agedJson({ table: "notice", column: "scope", paths: ["$.after", "$.until"] }),
  `UPDATE incident SET following = json_set(following, '$.over', json((SELECT json_group_object(key, value - ?1)
    FROM json_each(following, '$.over')))) WHERE following->>'$.over' LIKE '{"%'`,
];

/** Returns statements that make all stored data so many ms older; of a shard only its times are shifted. */
export const agingStatements = (milliseconds: number) => [
  ...[...tables.flatMap(agedRows), ...agedWithin].map((sql) => ({ sql, params: [milliseconds] })),
  { sql: agedShard, params: [Math.round(milliseconds / 60_000)] },
];

/** Makes all stored data so many ms older, as if that time had passed. JSON that is not listed here stays unchanged. */
export async function olderBy(database: D1Database, milliseconds: number): Promise<void> {
  await unmetered(database, agingStatements(milliseconds));
}
