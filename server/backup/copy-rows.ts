import type { DatabaseSync } from "node:sqlite";
import type { BackupRow, RowSource } from "../../app/backup/rules/backup.ts";
import { loadBackupModule } from "./copy.ts";

const columnsOf = (database: DatabaseSync) => (table: string) =>
  new Set(
    database
      .prepare("SELECT name FROM pragma_table_info(?)")
      .all(table)
      .map(({ name }) => String(name)),
  );

/** Returns the last migration of a database, without its file ending; null = it has none. */
export function lastMigrationOf(database: DatabaseSync): string | null {
  const there = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").get();
  const row = there && database.prepare("SELECT max(name) AS name FROM d1_migrations").get();
  return row?.name ? String(row.name).replace(/\.sql$/, "") : null;
}

/**
 * Returns the rows of a database's file, one at a time. All reads before `end` see one moment, and writers are not
 * blocked: the database logs their changes.
 */
export async function readDatabaseRows(database: DatabaseSync): Promise<RowSource & { end(): void }> {
  const { tableSelectStatements: selectTables } = await loadBackupModule();
  database.exec("BEGIN");
  const selects = new Map(selectTables(columnsOf(database)).map((each) => [each.table, each]));
  return {
    count(table) {
      const select = selects.get(table);
      return select ? Number(database.prepare(select.count).get()?.rows) : 0;
    },
    rows(table) {
      const select = selects.get(table);
      return select ? (database.prepare(select.rows).iterate() as Iterable<BackupRow>) : [];
    },
    end: () => database.exec("COMMIT"),
  };
}
