import { backupTables } from "~/db/backup-tables";
import type { SqlStatement } from "~/db/write";
import type { BackupRow, BackupTable, RowsOfTable } from "../rules/backup";

/** A function of D1 takes at most 32 arguments, and a compound SELECT five parts. */
const maxArguments = 30;
const maxSelectParts = 5;

const ids = (table: string, column = "id") => `SELECT ${column} FROM ${table} WHERE page_id = ?1`;

/**
 * Conditions for tables without a page id, by the row that has one; a table that is missing here belongs to no page.
 */
const belongs: Record<string, string> = {
  page: "id = ?1",
  ping_body: `heartbeat_id IN (${ids("heartbeat")})`,
  monitor_hour: `monitor_id IN (${ids("monitor")})`,
  monitor_year: `monitor_id IN (${ids("monitor")})`,
  batch: `notice_id IN (${ids("notice")})`,
  person: `id IN (${ids("membership", "person_id")})`,
};

const hasPage = ({ columns }: BackupTable) => columns.some(({ name }) => name === "page_id");

/** Returns the SQL condition for rows of one page, or null for a table that belongs to the deployment. */
const ofPage = (table: BackupTable): string | null => belongs[table.name] ?? (hasPage(table) ? "page_id = ?1" : null);

/** Returns the condition that skips rows of removed pages: a tick deletes them, and no backup keeps them. */
const ofDeployment = (table: BackupTable): string =>
  hasPage(table) ? "(coalesce(page_id, '') = '' OR page_id IN (SELECT id FROM page))" : "1";

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");

const columnNames = (table: BackupTable) => table.columns.map(({ name }) => name);

function arraysOf(table: BackupTable): [string, string] {
  const names = columnNames(table);
  const [first, rest] = [names.slice(0, maxArguments), names.slice(maxArguments)];
  return [`json_array(${quoted(first)})`, rest.length > 0 ? `json_array(${quoted(rest)})` : "'[]'"];
}

type SelectClause = (table: BackupTable, where: string) => string;

function inFives(pageId: string | null, part: SelectClause): SqlStatement[] {
  const parts = backupTables.flatMap((table) => {
    const where = pageId === null ? ofDeployment(table) : ofPage(table);
    return where === null ? [] : [part(table, where)];
  });
  const statements: SqlStatement[] = [];
  for (let at = 0; at < parts.length; at += maxSelectParts) {
    const sql = parts.slice(at, at + maxSelectParts).join(" UNION ALL ");
    statements.push({ sql, params: sql.includes("?1") ? [pageId] : [] });
  }
  return statements;
}

/** One row of `selectBackupRowsStatements`: its table and its values in the order of the columns, in one or two JSON arrays. */
export interface RawBackupRow {
  name: string;
  one: string;
  two: string;
}

/** Selects everything of the deployment, or of one page, in a few statements, to be read in one batch. */
export const selectBackupRowsStatements = (pageId: string | null): SqlStatement[] =>
  inFives(pageId, (table, where) => {
    const [one, two] = arraysOf(table);
    return `SELECT '${table.name}' AS name, ${one} AS one, ${two} AS two FROM "${table.name}" WHERE ${where}`;
  });

/** Statements for one table of a whole deployment, run on the database's file: its rows, and their number. */
export interface TableSelectStatements {
  table: string;
  rows: string;
  count: string;
}

/** `columns` returns the columns that a table has in the database; an older version has fewer, or none. */
export const tableSelectStatements = (columns: (table: string) => ReadonlySet<string>): TableSelectStatements[] =>
  backupTables.flatMap((table) => {
    const there = columns(table.name);
    const own = { ...table, columns: table.columns.filter(({ name }) => there.has(name)) };
    if (own.columns.length === 0) return [];
    const rest = `FROM "${table.name}" WHERE ${ofDeployment(own)}`;
    const rows = `SELECT ${quoted(columnNames(own))} ${rest}`;
    return [{ table: table.name, rows, count: `SELECT count(*) AS rows ${rest}` }];
  });

/** Selects the number of characters of the rows, by table (`name`, `size`), which is checked before they are read. */
export const selectTableSizesStatements = (pageId: string | null): SqlStatement[] =>
  inFives(pageId, (table, where) => {
    const [one, two] = arraysOf(table);
    return `SELECT '${table.name}' AS name, sum(length(${one}) + length(${two})) AS size FROM "${table.name}" WHERE ${where}`;
  });

/** Returns the rows by table, in the order of the schema. */
export function rowsByTable(raw: readonly RawBackupRow[]): RowsOfTable[] {
  const names = new Map(backupTables.map((table) => [table.name, columnNames(table)]));
  const found = new Map<string, BackupRow[]>(backupTables.map(({ name }) => [name, []]));
  for (const { name, one, two } of raw) {
    const values = [...(JSON.parse(one) as unknown[]), ...(JSON.parse(two) as unknown[])];
    const row = Object.fromEntries((names.get(name) ?? []).map((column, at) => [column, values[at] ?? null]));
    found.get(name)?.push(row as BackupRow);
  }
  return [...found].flatMap(([table, rows]) => (rows.length > 0 ? [{ table, rows }] : []));
}
