import { randomUUID } from "node:crypto";
import { minuteMs } from "../../app/time/durations.ts";
import type { RemoteDatabase } from "./database.ts";
import { DeployError } from "./deploy-error.ts";

/** Time in ms after which an unfinished deployment no longer blocks the next one. */
const maxLockMs = 15 * minuteMs;

const table = "CREATE TABLE IF NOT EXISTS d1_deploying (id INTEGER PRIMARY KEY, holder TEXT, since INTEGER)";

const take = `INSERT INTO d1_deploying (id, holder, since) VALUES (1, ?1, ?2)
  ON CONFLICT (id) DO UPDATE SET holder = ?1, since = ?2 WHERE holder IS NULL OR since <= ?3 RETURNING holder`;

/** Runs one deployment at a time, from any machine. Throws DeployError while another one is in progress. */
export async function withDeployLock<T>(database: RemoteDatabase, now: number, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID();
  await database.rows(table);
  const [held] = await database.rows(take, [holder, now, now - maxLockMs]);
  if (!held) {
    const [other] = await database.rows<{ since: number }>("SELECT since FROM d1_deploying WHERE id = 1");
    const since = new Date(other?.since ?? now).toISOString();
    const until = new Date((other?.since ?? now) + maxLockMs).toISOString();
    throw new DeployError(
      `Another deployment runs since ${since}. Run this again when it is done; one that was killed holds until ${until}.`,
    );
  }
  try {
    return await work();
  } finally {
    await database
      .rows("UPDATE d1_deploying SET holder = NULL WHERE holder = ?1", [holder])
      .catch((error) => console.error(`${(error as Error).message} The next deployment may have to wait 15 minutes.`));
  }
}
