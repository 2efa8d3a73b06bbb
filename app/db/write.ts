import { getTableColumns, getTableName } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * One statement of a batch, with its parameters. Rows travel as one JSON parameter, so that a table takes one
 * statement. Rows that are the only parameter are also in `rows`, so that the rows of several pages can be merged.
 */
export interface SqlStatement {
  sql: string;
  params: unknown[];
  rows?: readonly TableRow[];
}

type TableRow = object;
export type InsertRow<T extends SQLiteTable> = T["$inferInsert"];
type ColumnName<T extends SQLiteTable> = keyof InsertRow<T> & string;

const value = (key: string) => `j.value->>'$.${key}'`;

function columnsOf(rows: readonly TableRow[]): string[] {
  return Object.keys(rows[0] ?? {});
}

function checked(table: SQLiteTable, keys: readonly string[]): string[] {
  const known = getTableColumns(table);
  for (const key of keys) if (!(key in known)) throw new Error(`${getTableName(table)} has no ${key}`);
  return keys.map((key) => toSnakeCase(key));
}

/** Returns a statement whose only parameter is rows: `j` in its `json_each(?1) j`. */
export const rowsStatement = (sql: string, rows: readonly TableRow[]): SqlStatement => ({
  sql,
  params: [JSON.stringify(rows)],
  rows,
});

/** Key of the page id that each row carries, so that a row of another page is never changed. */
const ownPage = "page of the row";
export const rowsWithPageId = (pageId: string, rows: readonly TableRow[]) =>
  rows.map((row) => ({ ...row, [ownPage]: pageId }));
export const pageIdOfRowSql = `j.value->>'$."${ownPage}"'`;

/** Options of an insert. The SQL in them may read a row as `j.value`. */
interface InsertOptions<T extends SQLiteTable> {
  /** Columns whose value is computed in SQL; values that the rows hold under these names are not written. */
  computed?: Partial<Record<ColumnName<T>, string>>;
  /** Keys of the rows that only `computed` and `where` use. */
  beside?: readonly string[];
  /** Condition in SQL; rows that do not meet it are left out. */
  where?: string;
  /**
   * SET for a row whose key exists, or null to leave that row; without this option such a row breaks the batch. No key =
   * any unique one, which only null can name.
   */
  onConflict?: { key: readonly ColumnName<T>[]; set: string | null };
  /** Values of ?2 and following. With these, the rows of several pages cannot be merged. */
  params?: readonly unknown[];
}

/** Returns the statements of an insert. Rows must have the same keys. */
export function insertRowsStatements<T extends SQLiteTable>(
  table: T,
  rows: readonly (InsertRow<T> & TableRow)[],
  { computed = {}, beside = [], where = "true", onConflict, params = [] }: InsertOptions<T> = {},
): SqlStatement[] {
  if (rows.length === 0) return [];
  const made: Readonly<Record<string, string | undefined>> = computed;
  const keys = new Set([...columnsOf(rows).filter((key) => !beside.includes(key)), ...Object.keys(made)]);
  const names = checked(table, [...keys]).join(", ");
  const values = [...keys].map((key) => made[key] ?? value(key)).join(", ");
  const { key = [], set = null } = onConflict ?? {};
  const done = set === null ? "NOTHING" : `UPDATE SET ${set}`;
  const target = key.length > 0 ? ` (${checked(table, key).join(", ")})` : "";
  const otherwise = onConflict ? ` ON CONFLICT${target} DO ${done}` : "";
  const sql = `INSERT INTO ${getTableName(table)} (${names}) SELECT ${values} FROM json_each(?1) j WHERE ${where}${otherwise}`;
  return params.length === 0 ? [rowsStatement(sql, rows)] : [{ sql, params: [JSON.stringify(rows), ...params] }];
}

/** Leaves rows that exist already, so that a step of a job may be repeated. */
export const keepExistingRowsOption = { key: [], set: null } as const;

/** Largest size of a part's rows, in bytes: a database takes no parameter of more than 2 MB. */
const bytesPerPart = 1_000_000;

/** Inserts uploaded rows, which may be too large for one statement, with as many statements as needed. */
export function insertRowsInPartsStatements<T extends SQLiteTable>(
  table: T,
  rows: readonly (InsertRow<T> & TableRow)[],
): SqlStatement[] {
  const parts: (InsertRow<T> & TableRow)[][] = [];
  let room = 0;
  for (const row of rows) {
    const size = new TextEncoder().encode(JSON.stringify(row)).length;
    if (size > room) {
      parts.push([]);
      room = bytesPerPart;
    }
    parts.at(-1)?.push(row);
    room -= size;
  }
  return parts.flatMap((part) => insertRowsStatements(table, part));
}

/** Inserts rows, or updates the given columns where the primary key exists. */
export function upsertRowsStatements<T extends SQLiteTable>(
  table: T,
  rows: readonly (InsertRow<T> & TableRow)[],
  key: readonly ColumnName<T>[],
): SqlStatement[] {
  const isKey = new Set<string>(key);
  const changed = columnsOf(rows).filter((name) => !isKey.has(name));
  const set = changed.map((name) => `${toSnakeCase(name)} = excluded.${toSnakeCase(name)}`).join(", ");
  return insertRowsStatements(table, rows, { onConflict: { key, set } });
}

/**
 * Updates rows of one page, found by `key` (default: id), each with `version + 1` where the table has one. Rows must
 * have the same keys. Rows that match nothing change nothing: guard them with `guardVersionsStatements`.
 */
export function updateRowsStatements<T extends SQLiteTable>(
  table: T,
  pageId: string,
  rows: readonly (Partial<InsertRow<T>> & TableRow)[],
  key: readonly string[] = ["id"],
): SqlStatement[] {
  if (rows.length === 0) return [];
  const name = getTableName(table);
  const changed = columnsOf(rows).filter((each) => !key.includes(each));
  const set = checked(table, changed).map((column, index) => `${column} = ${value(changed[index] as string)}`);
  if ("version" in getTableColumns(table)) set.push("version = version + 1");
  const match = checked(table, key).map((column, index) => `${name}.${column} = ${value(key[index] as string)}`);
  const owner = `${name}.${name === "page" ? "id" : "page_id"} = ${pageIdOfRowSql}`;
  const sql = `UPDATE ${name} SET ${set.join(", ")} FROM json_each(?1) j WHERE ${match.join(" AND ")} AND ${owner}`;
  return [rowsStatement(sql, rowsWithPageId(pageId, rows))];
}

/** Deletes the rows of one page that carry these keys. */
export function deleteRowsStatements(table: SQLiteTable, pageId: string, rows: readonly TableRow[]): SqlStatement[] {
  if (rows.length === 0) return [];
  const name = getTableName(table);
  const keys = columnsOf(rows);
  const columns = checked(table, keys).join(", ");
  const values = keys.map(value).join(", ");
  // A list of keys is used because EXISTS would walk every row of the page, or of the table.
  const sql = `DELETE FROM ${name} WHERE (page_id, ${columns}) IN (SELECT ${pageIdOfRowSql}, ${values} FROM json_each(?1) j)`;
  return [rowsStatement(sql, rowsWithPageId(pageId, rows))];
}

/** Says when a guard breaks its batch: no row of the table meets `unless`, one meets `when`, or `lost` is true. */
type GuardCondition = { unless: string } | { when: string } | { lost: string };

function guardText(table: SQLiteTable, breaks: GuardCondition, rows = ""): string {
  const name = getTableName(table);
  const exists = (where: string) => `EXISTS (SELECT 1 FROM ${name} WHERE ${where})`;
  const lost = "lost" in breaks ? breaks.lost : "when" in breaks ? exists(breaks.when) : `NOT ${exists(breaks.unless)}`;
  return guardInsertSql(`SELECT '${name}' ${rows}WHERE ${lost}`);
}

/** Returns SQL that breaks the batch when one of these SELECTs of one column finds a row. */
export const guardInsertSql = (...selects: string[]): string =>
  `INSERT INTO guard (lost) ${selects.join(" UNION ALL ")}`;

/** Returns a guard: a statement that breaks its batch (docs/protocols.md, "Commit"). `params` are ?1 and following. */
export const guardTableStatement = (
  table: SQLiteTable,
  breaks: GuardCondition,
  params: readonly unknown[] = [],
): SqlStatement => ({
  sql: guardText(table, breaks),
  params: [...params],
});

/** Returns a guard that is asked for each of these rows; its condition reads the row as `j.value`. */
export const guardRowsStatement = (
  table: SQLiteTable,
  rows: readonly TableRow[],
  breaks: GuardCondition,
): SqlStatement => rowsStatement(guardText(table, breaks, "FROM json_each(?1) j "), rows);

/** Returns a guard that breaks the batch when one of these rows is gone or has another version. */
export function guardVersionsStatements(
  table: SQLiteTable,
  pageId: string,
  rows: readonly TableRow[],
  key: readonly string[] = ["id"],
): SqlStatement[] {
  if (rows.length === 0) return [];
  const name = getTableName(table);
  const match = checked(table, [...key, "version"]).map(
    (column, index) => `${name}.${column} = ${value([...key, "version"][index] as string)}`,
  );
  const owner = `${name}.${name === "page" ? "id" : "page_id"} = ${pageIdOfRowSql}`;
  return [guardRowsStatement(table, rowsWithPageId(pageId, rows), { unless: `${owner} AND ${match.join(" AND ")}` })];
}
