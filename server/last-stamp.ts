import type { D1Database } from "@cloudflare/workers-types";

/** The page itself says that checks have stopped from then on: no later stamp makes that untrue. */
const stoppedAfter = 15 * 60_000;

/** ms that an ending waits for it. */
const patience = 500;

/**
 * Stamps as a tick does, when no further one comes: so a planned stop is as long as it truly was. An ending waits for
 * nobody: where the database does not answer, the stop counts from the last tick's stamp. Only once a first tick has been: it
 * alone says how long nobody was there before.
 */
export async function stampEnd(database: D1Database, now: number): Promise<void> {
  const stamp = database
    .prepare("UPDATE deployment SET tick_at = ?1 WHERE id = 1 AND tick_at BETWEEN ?1 - ?2 AND ?1")
    .bind(now, stoppedAfter)
    .run()
    .catch(() => undefined);
  await Promise.race([stamp, new Promise((resolve) => setTimeout(resolve, patience).unref())]);
}
