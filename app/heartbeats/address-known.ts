import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { DatabaseAway, retrying } from "~/platform/trouble";
import { pingedRow } from "./queries/heartbeat-ping";

/** Whether a heartbeat has this address. Fails with missing, or with overloaded while the database is away. */
export async function isHeartbeatAddress(ctx: Ctx, uuid: string): Promise<Result<true>> {
  const { sql, params } = pingedRow({ tokenHash: await ctx.secrets.hash(uuid) });
  try {
    const { results } = await retrying(ctx, () =>
      ctx.d1
        .prepare(sql)
        .bind(...params)
        .all(),
    );
    return results.length > 0 ? ok(true) : fail({ name: "missing" });
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error;
    return fail({ name: "overloaded", retryAfter: 10 });
  }
}
