import type { Done } from "~/change/answers";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type MoveMaintenanceInput, moveTo } from "./move";

/**
 * Calls a maintenance off, planned or in progress; its components have their own status again at once. Failures: conflict
 * (version, verifying, over already), missing.
 */
export const cancelMaintenance = (ctx: Ctx, given: MoveMaintenanceInput): Promise<Result<Done>> =>
  moveTo(ctx, "cancelled", given);
