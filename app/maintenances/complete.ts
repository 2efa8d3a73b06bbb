import type { Done } from "~/change/answers";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type MoveMaintenanceInput, moveTo } from "./move";

/** Finishes one that is going on, early or late, and gives its components back at once. Failures: conflict, missing. */
export const completeMaintenance = (ctx: Ctx, given: MoveMaintenanceInput): Promise<Result<Done>> =>
  moveTo(ctx, "completed", given);
