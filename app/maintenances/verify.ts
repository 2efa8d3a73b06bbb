import type { ChangeResult } from "~/change/change-result";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type MoveMaintenanceInput, moveTo } from "./move";

/** Marks the work as done and being verified; its components stay as they are. Failures: conflict, missing. */
export const verifyMaintenance = (ctx: Ctx, given: MoveMaintenanceInput): Promise<Result<ChangeResult>> =>
  moveTo(ctx, "verifying", given);
