import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { alert, episode } from "~/db/schema";
import { updateRows } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { alertAccess } from "./alert-access";
import { type AlertTarget, alertTarget } from "./rules/input";

const recovered = fail({ name: "conflict", code: "not_firing", detail: "alert.recovered" });

/**
 * Undoes the dismissal of the present episode, which counts again from its start. A recovered one stays dismissed, as
 * there is nothing left to notify of. Failures: conflict (not firing), missing.
 */
export const restoreAlert = (ctx: Ctx, given: AlertTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...alertAccess, input: alertTarget, settles: true }, given, ({ row }) => {
    if (row.state !== "firing") return recovered;
    if (row.dismissedAt === null) return ok(null);
    const { id, pageId, startedAt, title } = row;
    const counted = { alertId: id, startedAt, dismissedAt: null, dismissedReason: null };
    return ok({
      action: "alert.restore",
      changes: [
        ...updateRows(alert, pageId, [{ id, dismissedAt: null }]),
        ...updateRows(episode, pageId, [counted], ["alertId", "startedAt"]),
      ],
      after: { title },
    });
  });
