import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { authorOf } from "~/db/author";
import { alert } from "~/db/schema";
import { updateRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { alertAccess } from "./alert-access";
import { type AlertTarget, alertTarget } from "./rules/input";

/** Marks an alert as acknowledged; changes no status. Idempotent. Failures: missing. */
export const acknowledgeAlert = (ctx: Ctx, given: AlertTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...alertAccess, input: alertTarget }, given, ({ row: { id, pageId, title, acknowledgedAt } }) => {
    if (acknowledgedAt !== null) return ok(null);
    const seen = { acknowledgedAt: ctx.now(), acknowledgedBy: authorOf(ctx).authorId };
    return ok({
      action: "alert.acknowledge",
      changes: updateRows(alert, pageId, [{ id, ...seen }]),
      after: { title },
    });
  });
