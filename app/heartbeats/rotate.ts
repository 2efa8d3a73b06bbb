import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { newUuidAddress } from "./address";
import { heartbeatAccess } from "./heartbeat-access";
import { type HeartbeatTarget, heartbeatTarget } from "./rules/input";

/** Gives it a new UUID; the old address answers 404 from now on. Failures: conflict, missing. */
export const rotateHeartbeat = (ctx: Ctx, given: HeartbeatTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...heartbeatAccess, input: heartbeatTarget }, given, async () =>
    ok({ action: "heartbeat.rotate", fields: await newUuidAddress(ctx) }),
  );
