import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { alert, episode } from "~/db/schema";
import { updateRows } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { alertAccess } from "./alert-access";
import { type DismissAlertInput, dismissAlertInput } from "./rules/input";

export type { DismissAlertInput };

const notFiring = fail({ name: "conflict", code: "not_firing", detail: "alert.recovered" });

/**
 * Takes the present episode out of the observed layer, from its start. Failures: invalid, conflict (not firing),
 * missing.
 */
export const dismissAlert = (ctx: Ctx, given: DismissAlertInput): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...alertAccess, input: dismissAlertInput, settles: true }, given, ({ row, fields: { reason } }) => {
    if (row.dismissedAt !== null) return ok(null);
    if (row.state !== "firing") return notFiring;
    const now = ctx.now();
    const { id, pageId, startedAt, title } = row;
    const gone = { alertId: id, startedAt, dismissedAt: now, dismissedReason: reason };
    return ok({
      action: "alert.dismiss",
      changes: [
        ...updateRows(alert, pageId, [{ id, dismissedAt: now }]),
        ...updateRows(episode, pageId, [gone], ["alertId", "startedAt"]),
      ],
      after: { title, reason },
    });
  });
