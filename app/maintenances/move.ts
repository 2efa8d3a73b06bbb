import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { maintenanceNotices } from "./engine/maintenance-rows";
import { usualWords } from "./engine/maintenance-words";
import { type MaintenanceStep, type MaintenanceSubject, stepMaintenance } from "./maintenance-step";
import { type MoveMaintenanceInput, moveMaintenanceInput } from "./rules/input";
import { type MaintenanceStatus, moveMaintenance } from "./rules/maintenance";

export type { MoveMaintenanceInput };

export type MaintenanceMove = Exclude<MaintenanceStatus, "scheduled">;

interface Manner {
  verb: string;
  /** Returns true when subscribers are notified by default. */
  tells: (row: { tellStart: boolean; tellEnd: boolean }) => boolean;
}

const manners: Record<MaintenanceMove, Manner> = {
  in_progress: { verb: "start", tells: (row) => row.tellStart },
  verifying: { verb: "verify", tells: () => false },
  completed: { verb: "complete", tells: (row) => row.tellEnd },
  cancelled: { verb: "cancel", tells: () => true },
};

const events = {
  in_progress: "maintenance_started",
  verifying: "maintenance_updated",
  completed: "maintenance_finished",
  cancelled: "maintenance_called_off",
} as const;

interface Manners {
  body?: string | undefined;
  notify?: boolean | undefined;
}

/** Returns the step to another status, as of now. */
export function moveStep(
  ctx: Ctx,
  subject: MaintenanceSubject,
  to: MaintenanceMove,
  given: Manners,
): Result<MaintenanceStep> {
  const { row, components } = subject;
  const moved = moveMaintenance(row, to, ctx.now());
  if (!moved.ok) return moved;
  const { status, startsAt, endsAt, startedAt, verifyingAt, completedAt, dueAt } = moved.value;
  const { verb, tells } = manners[to];
  const notify = given.notify ?? tells(row);
  const body = given.body?.trim() ? given.body : usualWords[to];
  const news = { id: row.id, components, sequence: row.version + 1, event: events[to], notify };
  return ok({
    verb,
    fields: { status, startsAt, endsAt, startedAt, verifyingAt, completedAt, dueAt },
    says: { body, notify },
    notices: maintenanceNotices(ctx, news),
  });
}

/** Makes a person's change of status at once; automatic changes are made by `advance`. */
export const moveTo = (ctx: Ctx, to: MaintenanceMove, given: MoveMaintenanceInput): Promise<Result<ChangeResult>> =>
  stepMaintenance(ctx, { input: moveMaintenanceInput }, given, (subject, input) => moveStep(ctx, subject, to, input));
