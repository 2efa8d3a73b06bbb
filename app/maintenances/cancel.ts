import type { ChangeResult } from "~/change/change-result";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type MoveMaintenanceInput, moveTo } from "./move";

/**
 * Cancels a maintenance that is scheduled or in progress; its components get their own status again at once. Failures:
 * conflict (version, verifying, already over), missing.
 */
export const cancelMaintenance = (ctx: Ctx, given: MoveMaintenanceInput): Promise<Result<ChangeResult>> =>
  moveTo(ctx, "cancelled", given);
