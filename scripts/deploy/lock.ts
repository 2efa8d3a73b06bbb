import { randomUUID } from "node:crypto";
import type { RemoteDatabase } from "./database.ts";
import { DeployFailed } from "./failed.ts";

/** ms after which a deployment that never ended no longer holds the next one up. */
const longest = 15 * 60_000;

const table = "CREATE TABLE IF NOT EXISTS d1_deploying (id INTEGER PRIMARY KEY, holder TEXT, since INTEGER)";

const take = `INSERT INTO d1_deploying (id, holder, since) VALUES (1, ?1, ?2)
  ON CONFLICT (id) DO UPDATE SET holder = ?1, since = ?2 WHERE holder IS NULL OR since <= ?3 RETURNING holder`;

/** One deployment at a time, whichever machine it is run from. Throws DeployFailed while another one is at work. */
export async function alone<T>(database: RemoteDatabase, now: number, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID();
  await database.rows(table);
  const [held] = await database.rows(take, [holder, now, now - longest]);
  if (!held) {
    const [other] = await database.rows<{ since: number }>("SELECT since FROM d1_deploying WHERE id = 1");
    const since = new Date(other?.since ?? now).toISOString();
    const until = new Date((other?.since ?? now) + longest).toISOString();
    throw new DeployFailed(
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
