import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { authorOf } from "~/db/author";
import { alert } from "~/db/schema";
import { updateRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { oneAlert } from "./one";
import { type AlertTarget, alertTarget } from "./rules/input";

/** Marks an alert as acknowledged; changes no status. Idempotent. Failures: missing. */
export const acknowledgeAlert = (ctx: Ctx, given: AlertTarget): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneAlert, input: alertTarget }, given, ({ row: { id, pageId, title, acknowledgedAt } }) => {
    if (acknowledgedAt !== null) return ok(null);
    const seen = { acknowledgedAt: ctx.now(), acknowledgedBy: authorOf(ctx).authorId };
    return ok({
      action: "alert.acknowledge",
      changes: updateRows(alert, pageId, [{ id, ...seen }]),
      after: { title },
    });
  });
