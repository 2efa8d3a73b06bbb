import { source } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import type { HeartbeatTarget } from "~/rules/heartbeats/input";
import type { Done } from "../change/answers";
import { newUuidAddress } from "./address";
import { stepHeartbeat } from "./step";

/** Gives it a new uuid; the old address answers 404 from now on. Failures: conflict, missing. */
export async function rotateHeartbeat(ctx: Ctx, given: HeartbeatTarget): Promise<Result<Done>> {
  const address = await newUuidAddress(ctx);
  return stepHeartbeat(ctx, given, ({ id, pageId }) =>
    ok({
      action: "heartbeat.rotate",
      changes: updateRows(source, pageId, [{ id, ...address, updatedAt: ctx.now() }]),
    }),
  );
}
