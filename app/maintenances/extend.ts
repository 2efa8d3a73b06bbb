import type { ChangeResult } from "~/change/change-result";
import { invalid, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { maintenanceNotices } from "./engine/maintenance-rows";
import { usualWords } from "./engine/maintenance-words";
import { type MaintenanceStep, type MaintenanceSubject, stepMaintenance } from "./maintenance-step";
import { type ExtendMaintenanceInput, extendMaintenanceInput } from "./rules/input";
import { replanMaintenanceState } from "./rules/maintenance";

export type { ExtendMaintenanceInput };

type ExtendInput = ReturnType<typeof extendMaintenanceInput.parse>;

/** Returns the step to a later end, with its update. */
export function extendStep(
  ctx: Ctx,
  { row, components }: MaintenanceSubject,
  input: ExtendInput,
): Result<MaintenanceStep> {
  const plan = replanMaintenanceState(row, { endsAt: input.endsAt }, ctx.now());
  if (!plan.ok) return plan;
  if (input.endsAt <= row.endsAt) return invalid("endsAt", "maintenance.later_end", "not_later");
  const { endsAt, dueAt } = plan.value;
  const body = input.body?.trim() ? input.body : usualWords.extended;
  const { notify } = input;
  const moved = { id: row.id, components, sequence: row.version + 1, event: "maintenance_moved", notify } as const;
  return ok({
    verb: "extend",
    fields: { endsAt, dueAt, edited: true },
    says: { body, notify },
    notices: maintenanceNotices(ctx, moved),
  });
}

/**
 * Gives it a later end and announces that. Failures: invalid `not_later`, `end_in_past`, conflict (version, over),
 * missing.
 */
export const extendMaintenance = (ctx: Ctx, given: ExtendMaintenanceInput): Promise<Result<ChangeResult>> =>
  stepMaintenance(ctx, { input: extendMaintenanceInput }, given, (subject, input) => extendStep(ctx, subject, input));
