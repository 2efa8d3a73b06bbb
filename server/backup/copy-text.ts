import { DatabaseSync } from "node:sqlite";
import { CopyError, loadBackup } from "./copy.ts";
import { expectAsMade } from "./copy-digest.ts";
import { kindOf, textOf } from "./copy-file.ts";
import { rowsOfDatabase, schemaOf } from "./copy-rows.ts";

/**
 * Throws CopyError for a database with a view, which could run endlessly, or one that SQLite itself finds damaged.
 */
function expectSound(database: DatabaseSync, path: string): void {
  try {
    if (database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'view'").get())
      throw new CopyError(`${path} is a database, but not one of Upfront.`);
    if (database.prepare("PRAGMA integrity_check(1)").get()?.integrity_check === "ok") return;
  } catch (error) {
    if (error instanceof CopyError) throw error;
  }
  throw new CopyError(`${path} is damaged: restore another copy.`);
}

/** Yields the rows of a daily copy, which is a database, as the lines of a backup. */
async function* linesOfDatabase(path: string, now: number): AsyncGenerator<string> {
  const { beginBackup } = await loadBackup();
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    expectSound(database, path);
    const schema = schemaOf(database);
    if (schema === null) throw new CopyError(`${path} is a database, but not one of Upfront.`);
    const from = await rowsOfDatabase(database);
    const { parts } = await beginBackup({ from, now, secrets: null, withSecrets: true, schema });
    yield* parts;
  } finally {
    database.close();
  }
}

/** Returns a function that reads the text of a file, any number of times. Throws CopyError. */
export async function openCopy(path: string, now: () => number): Promise<() => AsyncIterable<string>> {
  const kind = await kindOf(path);
  if (kind !== "database") return () => textOf(path, kind);
  if (!(await expectAsMade(path)))
    console.log(`No hash is beside ${path}: whether it has changed since it was made isn’t known.`);
  // Both readings use the same instant, which the header contains.
  const at = now();
  return () => linesOfDatabase(path, at);
}
