import { type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";

/**
 * Returns a subquery whose only value is its rows as a JSON array of objects. `from` is what follows FROM, where a row is
 * called `row`; `columns` are the names of its columns with spaces between them, `others` are values in SQL by name.
 */
export function rowsAsJsonSql(
  from: SQL,
  row: string,
  columns: string,
  others: Readonly<Record<string, SQL>> = {},
): SQL<string> {
  const names = columns.split(" ").filter((name) => name !== "");
  const pairs = [
    ...names.map((name) => sql.raw(`'${name}', ${row}.${toSnakeCase(name)}`)),
    ...Object.entries(others).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
  ];
  return sql<string>`(SELECT json_group_array(json_object(${sql.join(pairs, sql`, `)})) FROM ${from})`;
}
