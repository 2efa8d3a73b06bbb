import { DatabaseSync } from "node:sqlite";

/** The page itself says that checks have stopped from then on: no later stamp makes that untrue. */
const stoppedAfter = 15 * 60_000;

/** ms that an ending waits for whoever writes meanwhile. */
const patience = 500;

const stamp = "UPDATE deployment SET tick_at = ?1 WHERE id = 1 AND tick_at BETWEEN ?1 - ?2 AND ?1";

/**
 * Stamps as a tick does, when no further one comes: so a planned stop is as long as it truly was. Into the file and past the
 * runtime, which may be what hangs: an ending waits for nobody, and without it the stop counts from the last tick's stamp.
 * Only once a first tick has been: it alone says how long nobody was there before.
 */
export function stampEnd(path: string, now: number): void {
  try {
    const database = new DatabaseSync(path, { timeout: patience });
    try {
      database.prepare(stamp).run(now, stoppedAfter);
    } finally {
      database.close();
    }
  } catch (error) {
    console.error(
      `The end was not noted, so the stop counts from the last minute that was: ${(error as Error).message}`,
    );
  }
}
