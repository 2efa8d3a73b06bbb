import { DatabaseSync } from "node:sqlite";
import { BackupCopyError, loadBackupModule } from "./copy.ts";
import { verifyBackupCopyHash } from "./copy-digest.ts";
import { detectBackupCopyKind, streamBackupCopyText } from "./copy-file.ts";
import { lastMigrationOf, readDatabaseRows } from "./copy-rows.ts";

/**
 * Throws BackupCopyError for a database that SQLite reports as damaged, or that has a view, because a view could run
 * endlessly.
 */
function expectSound(database: DatabaseSync, path: string): void {
  try {
    if (database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'view'").get())
      throw new BackupCopyError(`${path} is a database, but not one of Upfront.`);
    if (database.prepare("PRAGMA integrity_check(1)").get()?.integrity_check === "ok") return;
  } catch (error) {
    if (error instanceof BackupCopyError) throw error;
  }
  throw new BackupCopyError(`${path} is damaged: restore another copy.`);
}

/** Yields the rows of a daily copy, which is a database, as the lines of a backup. */
async function* linesOfDatabase(path: string, now: number): AsyncGenerator<string> {
  const { beginBackup } = await loadBackupModule();
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    expectSound(database, path);
    const schema = lastMigrationOf(database);
    if (schema === null) throw new BackupCopyError(`${path} is a database, but not one of Upfront.`);
    const from = await readDatabaseRows(database);
    const { parts } = await beginBackup({ from, now, secrets: null, withSecrets: true, schema });
    yield* parts;
  } finally {
    database.close();
  }
}

/** Returns a function that reads the text of a file, any number of times. Throws BackupCopyError. */
export async function openBackupCopy(path: string, now: () => number): Promise<() => AsyncIterable<string>> {
  const kind = await detectBackupCopyKind(path);
  if (kind !== "database") return () => streamBackupCopyText(path, kind);
  if (!(await verifyBackupCopyHash(path)))
    console.log(`No hash is beside ${path}: whether it has changed since it was made isn’t known.`);
  // Both readings use the same instant, which the header contains.
  const at = now();
  return () => linesOfDatabase(path, at);
}
