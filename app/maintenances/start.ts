import type { ChangeResult } from "~/change/change-result";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type MoveMaintenanceInput, moveTo } from "./move";

/**
 * Starts one manually at once, early or because it does not start automatically. Failures: conflict, invalid
 * `end_has_passed`, missing.
 */
export const startMaintenance = (ctx: Ctx, given: MoveMaintenanceInput): Promise<Result<ChangeResult>> =>
  moveTo(ctx, "in_progress", given);
