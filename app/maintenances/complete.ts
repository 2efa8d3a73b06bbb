import type { ChangeResult } from "~/change/change-result";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type MoveMaintenanceInput, moveTo } from "./move";

/**
 * Completes a maintenance in progress, early or late; its components get their own status again at once. Failures:
 * conflict, missing.
 */
export const completeMaintenance = (ctx: Ctx, given: MoveMaintenanceInput): Promise<Result<ChangeResult>> =>
  moveTo(ctx, "completed", given);
