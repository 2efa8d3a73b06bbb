import { DatabaseSync } from "node:sqlite";
import type { BackupStream } from "../../app/backup/write.ts";
import { loadBackupModule } from "./copy.ts";
import type { LocalSealedDatabase } from "./copy-restore.ts";
import { readDatabaseRows } from "./copy-rows.ts";

/** Reads the data of one moment and passes them to `use` as they are read. Writers are not blocked. */
export async function streamBackup<T>(
  { path, secret, oldSecret, now }: LocalSealedDatabase,
  withSecrets: boolean,
  use: (begun: BackupStream) => Promise<T>,
): Promise<T> {
  const { beginBackup, makeSecrets } = await loadBackupModule();
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA query_only = ON");
    const from = await readDatabaseRows(database);
    return await use(await beginBackup({ from, now: now(), secrets: makeSecrets(secret, oldSecret), withSecrets }));
  } finally {
    database.close();
  }
}
