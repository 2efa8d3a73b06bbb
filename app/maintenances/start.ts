import type { Done } from "~/change/answers";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type MoveMaintenanceInput, moveTo } from "./move";

/** Begins one by hand, at once, early or because nothing begins it by itself. Failures: conflict, invalid `end_has_passed`, missing. */
export const startMaintenance = (ctx: Ctx, given: MoveMaintenanceInput): Promise<Result<Done>> =>
  moveTo(ctx, "in_progress", given);
