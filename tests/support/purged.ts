import type { PurgeProgress } from "~/backup/rules/purge";
import { runBatch } from "~/db/run-batch";
import { purgeExpiredRows } from "~/pages/purging/engine/purge";
import type { Ctx } from "~/platform/ctx";

/** Statements left to a tick of the free plan when little else is due. */
export const usualRoom = 30;

export async function marksOf(ctx: Ctx): Promise<PurgeProgress> {
  const [result] = await runBatch(ctx, [{ sql: "SELECT purge_cursor FROM deployment WHERE id = 1", params: [] }]);
  return JSON.parse(String((result?.results[0] as { purge_cursor: string } | undefined)?.purge_cursor));
}

/** Runs one purge as a tick does, at this instant. */
export async function purgeOnce(ctx: Ctx, now: number, room = usualRoom): Promise<{ more: boolean }> {
  return purgeExpiredRows({ ...ctx, now: () => now }, { marks: await marksOf(ctx), room });
}

/** Runs as many purges as necessary at one instant, as one a minute; returns their number. */
export async function purgeAll(make: () => Ctx, now: number): Promise<number> {
  for (let times = 1; times < 2000; times++) {
    const { more } = await purgeOnce(make(), now);
    if (!more) return times;
  }
  throw new Error("a purge that never ends");
}
