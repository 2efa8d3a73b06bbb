import { DatabaseSync } from "node:sqlite";
import type { Begun } from "../../app/backup/write.ts";
import { loadBackup } from "./copy.ts";
import type { Place } from "./copy-restore.ts";
import { rowsOfDatabase } from "./copy-rows.ts";

/** Everything of one moment, handed to `use` while it is read; whoever writes meanwhile is not held up. */
export async function backupOf<T>(
  { path, secret, oldSecret, now }: Place,
  withSecrets: boolean,
  use: (begun: Begun) => Promise<T>,
): Promise<T> {
  const { beginBackup, makeSecrets } = await loadBackup();
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA query_only = ON");
    const from = await rowsOfDatabase(database);
    return await use(await beginBackup({ from, now: now(), secrets: makeSecrets(secret, oldSecret), withSecrets }));
  } finally {
    database.close();
  }
}
