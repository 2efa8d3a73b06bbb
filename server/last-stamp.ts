import { DatabaseSync } from "node:sqlite";
import { minuteMs } from "../app/time/durations.ts";

/** Age of a stamp after which the page itself says that checks have stopped; a later stamp must not contradict it. */
const stoppedAfterMs = 15 * minuteMs;

/** Longest wait of an ending for other writers, in ms. */
const busyTimeoutMs = 500;

const stamp = "UPDATE deployment SET tick_at = ?1 WHERE id = 1 AND tick_at BETWEEN ?1 - ?2 AND ?1";

/**
 * Stamps like a tick when no further tick comes, so that a planned stop has its real length. It writes to the file, not
 * through the runtime, which may be what hangs; when it fails, the stop counts from the last tick's stamp. It only runs
 * after a first tick, which alone knows how long the deployment stood still before.
 */
export function stampServerStop(path: string, now: number): void {
  try {
    const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    try {
      database.prepare(stamp).run(now, stoppedAfterMs);
    } finally {
      database.close();
    }
  } catch (error) {
    console.error(
      `The end was not noted, so the stop counts from the last minute that was: ${(error as Error).message}`,
    );
  }
}
