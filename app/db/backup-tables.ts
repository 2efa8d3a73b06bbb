import { getTableColumns, is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { BackupColumn, BackupTable } from "~/backup/rules/backup";
import * as schema from "./schema";

/**
 * Tables that a backup never holds: sign-in data, daily counts, tables that a restore makes again (texts are rendered
 * as they come in, and their words are read afterwards), parts of imports and of applied files, tables stored beside the database, and tables
 * that are always empty.
 */
const left = new Set([
  "session",
  "sign_in_link",
  "device_code",
  "challenge",
  "mail_ledger",
  "stranger_rows",
  "quarantine_list",
  "rendering",
  "search_words",
  "import_part",
  "configuration_part",
  "inbox",
  "guard",
]);

/** Columns that are rebuilt or that hold a lease, and so are worthless at another moment. */
const leftColumns = new Set([
  "snapshot.built",
  "snapshot.built_at",
  "snapshot.fresh_until",
  "snapshot.observed_at",
  "snapshot.body",
  "snapshot.fold_from",
  "snapshot.fold_to",
  "snapshot.fold",
  "monitor_shard.look_at",
  "deployment.inboxes_from",
  "settle.timeline_holder",
  "settle.timeline_held_until",
]);

const isLease = (name: string) => name === "lease_until" || name === "lease_token";

function columnsOf(table: SQLiteTable, name: string): BackupColumn[] {
  return Object.entries(getTableColumns(table)).flatMap(([key, column]) => {
    const own = toSnakeCase(key);
    if (isLease(own) || leftColumns.has(`${name}.${own}`)) return [];
    const type = column.getSQLType() as BackupColumn["type"];
    const optional = column.hasDefault || !column.notNull;
    return [{ name: own, type, nullable: !column.notNull, optional, json: column.dataType === "json" }];
  });
}

function keyOf(table: SQLiteTable): string[] {
  const { primaryKeys, columns } = getTableConfig(table);
  const [composed] = primaryKeys;
  const key = composed ? composed.columns : columns.filter((each) => each.primary);
  const names = new Map(Object.entries(getTableColumns(table)).map(([name, column]) => [column, toSnakeCase(name)]));
  return key.map((column) => names.get(column as never) ?? "");
}

const all: readonly SQLiteTable[] = Object.values(schema).flatMap((each) => (is(each, SQLiteTable) ? [each] : []));

const nameOf = (table: SQLiteTable) => getTableConfig(table).name;

/** Every table that a backup holds, taken from the schema, so that a new table is included automatically. */
export const backupTables: readonly BackupTable[] = all
  .filter((table) => !left.has(nameOf(table)))
  .map((table) => ({ name: nameOf(table), columns: columnsOf(table, nameOf(table)), key: keyOf(table) }));

/** Tables that a restore empties: those of a backup and those that a backup never holds. */
export const tablesToEmpty: readonly string[] = all.map(nameOf).filter((name) => name !== "guard");
