import { runBatch } from "~/db/run-batch";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { failureOf } from "~/platform/failure-of";
import { pingedRow } from "./queries/heartbeat-ping";

/** Tests whether a heartbeat has this address. Fails with missing, or with overloaded while the database is away. */
export async function isHeartbeatAddress(ctx: Ctx, uuid: string): Promise<Result<true>> {
  const row = pingedRow({ tokenHash: await ctx.secrets.hash(uuid) });
  try {
    const [found] = await runBatch(ctx, [row]);
    return (found?.results.length ?? 0) > 0 ? ok(true) : missingFailure;
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    return fail(failure);
  }
}
