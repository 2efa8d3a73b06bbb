import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterRows, beforeRows, RowInserts } from "~/backup/file";
import type { Look } from "~/backup/read";
import type { BackupRow } from "~/backup/rules/backup";
import { migrationNames, migrationsFolder } from "../../server/migrate.ts";
import { unmetered } from "./restored";

/** The migrations up to one of them, as the version that ended with it had them. */
export function migrationsUntil(last: string, folder: string): void {
  const names = migrationNames();
  for (const name of names.slice(0, names.indexOf(`${last}.sql`) + 1))
    cpSync(join(migrationsFolder, name), join(folder, name));
}

/** Rows with the columns that they had then. */
export async function fillWith(
  database: Parameters<typeof unmetered>[0],
  rows: readonly [string, BackupRow][],
): Promise<void> {
  const inserts = new RowInserts(100_000);
  const statements = rows.flatMap(([table, row]) => inserts.add(table, row));
  await unmetered(database, [...statements, ...inserts.flush()]);
}

/** The database as a restore leaves it of a file with these rows, made by the version that ended with that migration. */
export async function restoreInto(
  database: Parameters<typeof unmetered>[0],
  schema: string,
  rows: readonly [string, BackupRow][],
): Promise<void> {
  const made = { schema, made_at: "2026-11-20T12:00:00Z", scope: "deployment", tables: {} };
  await unmetered(database, beforeRows({ replace: true }));
  await fillWith(database, rows);
  const now = Date.parse(made.made_at);
  await unmetered(database, afterRows({ file: { header: made } } as unknown as Look, { now, replace: true, floor: 0 }));
}
