import { type PurgeSchedule, rowsPerPurgePortion } from "~/backup/rules/purge";
import type { SqlStatement } from "~/db/write";

/** One row that was examined: its key as JSON, and whether it has expired. */
export interface ExaminedPurgeRow {
  key: string;
  gone: number | null;
}

/** A table whose rows are kept for a limited time: how to read a portion of it, and how to delete what has expired. */
export interface ExpiringTable extends PurgeSchedule {
  look(after: string | null, now: number): SqlStatement;
  /**
   * Deletes rows by `keys`, those that had expired, as JSON arrays. Rows that changed since stay, because each
   * statement checks again.
   */
  take(keys: readonly string[], now: number): SqlStatement[];
}

interface ExpiringTableByKey extends PurgeSchedule {
  table: string;
  /** The columns that order the walk: the primary key, or those of an index and then the primary key. */
  key: readonly string[];
  /** Number of them, at the end, that are the primary key; absent for all. */
  primary?: number;
  /** Further columns that `over` needs. */
  columns?: readonly string[];
  /** The index that is walked, and the rows that it contains. */
  index?: string;
  holds?: string;
  /** SQL that ends the walk before the first row for which it is false. */
  within?: (now: number) => string;
  /** SQL over the columns, each with the table's name before it. */
  over: (now: number) => string;
  /** Statements for what is deleted before the rows; `chosen` is SQL for the expired rows of the table. */
  children?: (chosen: string, now: number) => string[];
  /** SQL for those rows that may be deleted only after their children. */
  childless?: string | ((now: number) => string);
}

/** Returns parts of the JSON array `source`, as the columns of a row value. */
const parts = (source: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `${source} ->> ${from + at}`).join(", ");

const given = (keys: readonly string[]) => [`[${keys.join(",")}]`];

function portionOf(
  { table, key, columns = [], index, holds, within }: ExpiringTableByKey,
  after: string | null,
  now: number,
): string {
  const names = key.join(", ");
  const conditions = [
    ...(after === null ? [] : [`(${names}) > (${parts("?1", 0, key.length)})`]),
    ...(holds ? [holds] : []),
    ...(within ? [within(now)] : []),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
  const wanted = [...new Set([...key, ...columns])].join(", ");
  return `SELECT ${wanted} FROM ${table} ${index ? `INDEXED BY ${index}` : ""} ${where} ORDER BY ${names} LIMIT ${rowsPerPurgePortion}`;
}

function removal(of: ExpiringTableByKey, now: number): string[] {
  const { table, key, primary = key.length, over, children, childless } = of;
  const own = key.slice(-primary).join(", ");
  const listed = `SELECT ${parts("value", key.length - primary, key.length)} FROM json_each(?1)`;
  const chosen = `${table} WHERE (${own}) IN (${listed}) AND (${over(now)})`;
  const last = typeof childless === "function" ? childless(now) : childless;
  const rows = `DELETE FROM ${chosen}${last ? ` AND ${last}` : ""}`;
  return [...(children?.(chosen, now) ?? []), rows];
}

/** Walks a table, or an index of it, in portions: each read examines at most one, however many rows stay. */
export const expiringTableWalkedByKey = (of: ExpiringTableByKey): ExpiringTable => ({
  name: of.name,
  rest: of.rest,
  look(after, now) {
    const key = `json_array(${of.key.join(", ")}) AS key`;
    const sql = `SELECT ${key}, ${of.over(now)} AS gone FROM (${portionOf(of, after, now)}) AS ${of.table}`;
    return { sql, params: after === null ? [] : [after] };
  },
  take: (keys, now) => removal(of, now).map((sql) => ({ sql, params: given(keys) })),
});

interface ExpiringTableByOwner extends PurgeSchedule {
  table: string;
  /** Columns of the primary key: the owner, and the column that distinguishes rows of the same owner. */
  key: readonly [owner: string, each: string];
  /** The table of the owners (`o`), whose rows may be deleted, and what is joined after it. */
  owners: string;
  joins?: string;
  /** SQL for the part of an owner's range that is read (`d`); with `from`, all beyond that key. */
  within?: (now: number) => string;
  from?: string;
  /** SQL over `d` for the expired rows of that part; absent for all. */
  over?: (now: number) => string;
  /** SQL over the table that must still be true at the deletion. */
  still?: (now: number) => string;
}

/** SQL for where to start in an owner's rows; in the owner with which the last portion ended, after its last row. */
const beyond = (each: string, from: string, after: string | null): string =>
  after === null
    ? `d.${each} >= '${from}'`
    : `d.${each} > CASE WHEN owned.id = ?1 ->> 0 THEN coalesce(?1 ->> 1, '${from}') ELSE '${from}' END`;

/**
 * Walks from owner to owner and reads only the expired part of each owner's range, because keys are in the order of
 * time. It reads at most two rows to find an owner. It has no ORDER BY, which would read all owners before the first.
 */
export const expiringTableWalkedByOwner = (of: ExpiringTableByOwner): ExpiringTable => ({
  name: of.name,
  rest: of.rest,
  look(after, now) {
    const { table, owners, joins = "", within, from, over } = of;
    const [owner, each] = of.key;
    const first = after === null ? "" : `WHERE ${owner} >= ?1 ->> 0`;
    const part = [
      ...(within ? [`d.${each} < ${within(now)}`] : []),
      ...(from ? [beyond(each, from, after)] : []),
      "true",
    ].join(" AND ");
    const gone = [`d.${each} IS NOT NULL`, ...(over ? [over(now)] : [])].join(" AND ");
    const sql = `WITH RECURSIVE owned (id) AS (
        SELECT min(${owner}) FROM ${table} ${first} UNION ALL
        SELECT (SELECT min(n.${owner}) FROM ${table} n WHERE n.${owner} > owned.id) FROM owned
        WHERE owned.id IS NOT NULL LIMIT ${rowsPerPurgePortion})
      SELECT json_array(owned.id, d.${each}) AS key, ${gone} AS gone FROM owned
      LEFT JOIN ${owners} o ON o.id = owned.id ${joins} LEFT JOIN ${table} d ON d.${owner} = owned.id AND ${part}
      WHERE owned.id IS NOT NULL LIMIT ${rowsPerPurgePortion}`;
    return { sql, params: after === null ? [] : [after] };
  },
  take(keys, now) {
    const listed = `SELECT ${parts("value", 0, 2)} FROM json_each(?1)`;
    const still = of.still ? ` AND ${of.still(now)}` : "";
    const sql = `DELETE FROM ${of.table} WHERE (${of.key.join(", ")}) IN (${listed})${still}`;
    return [{ sql, params: given(keys) }];
  },
});
