import type { ChangeResult } from "~/change/change-result";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { maintenanceNotices } from "./engine/maintenance-rows";
import { stepMaintenance } from "./maintenance-step";
import { type MaintenanceUpdateInput, maintenanceUpdateInput } from "./rules/input";

export type { MaintenanceUpdateInput };

/** Posts an update; the status stays. Failures: invalid, conflict (version, cancelled), missing. */
export const postMaintenanceUpdate = (ctx: Ctx, given: MaintenanceUpdateInput): Promise<Result<ChangeResult>> =>
  stepMaintenance(ctx, { input: maintenanceUpdateInput }, given, ({ row, components }, { body, notify }) => {
    if (row.status === "cancelled") {
      return fail({ name: "conflict", code: "not_possible_now", detail: "maintenance.cancelled" });
    }
    const news = { id: row.id, components, sequence: row.version + 1, event: "maintenance_updated", notify } as const;
    const notices = maintenanceNotices(ctx, news);
    return ok({ verb: "update", fields: {}, says: { body, notify }, notices, audited: { body } });
  });
