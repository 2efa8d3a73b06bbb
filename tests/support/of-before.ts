import { cpSync } from "node:fs";
import { join } from "node:path";
import { RowInsertBatcher, restoreStatementsAfterRows, restoreStatementsBeforeRows } from "~/backup/file";
import type { BackupInspection } from "~/backup/read";
import type { BackupRow } from "~/backup/rules/backup";
import { migrationNames, migrationsFolder } from "../../server/migrate.ts";
import { unmetered } from "./restored";

/** Copies the migrations up to one of them, which are those of the version that ended with it. */
export function migrationsUntil(last: string, folder: string): void {
  const names = migrationNames();
  for (const name of names.slice(0, names.indexOf(`${last}.sql`) + 1))
    cpSync(join(migrationsFolder, name), join(folder, name));
}

/** Inserts rows with the columns of that version. */
export async function fillWith(
  database: Parameters<typeof unmetered>[0],
  rows: readonly [string, BackupRow][],
): Promise<void> {
  const inserts = new RowInsertBatcher(100_000);
  const statements = rows.flatMap(([table, row]) => inserts.add(table, row));
  await unmetered(database, [...statements, ...inserts.flush()]);
}

/** Restores a file with these rows, written by the version that ended with that migration. */
export async function restoreInto(
  database: Parameters<typeof unmetered>[0],
  schema: string,
  rows: readonly [string, BackupRow][],
): Promise<void> {
  const made = { schema, made_at: "2026-11-20T12:00:00Z", scope: "deployment", tables: {} };
  await unmetered(database, restoreStatementsBeforeRows({ replace: true }));
  await fillWith(database, rows);
  const now = Date.parse(made.made_at);
  await unmetered(
    database,
    restoreStatementsAfterRows({ file: { header: made } } as unknown as BackupInspection, {
      now,
      replace: true,
      floor: 0,
    }),
  );
}
