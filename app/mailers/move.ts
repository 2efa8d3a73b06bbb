import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { mailerAccess } from "./mailer-access";
import { expectMailers, orderMailers } from "./queries/mailer";
import { type MoveMailerInput, moveMailerInput } from "./rules/mailer-input";

/** Moves a mailer one place up or down; at the end of the list nothing changes. Failures: conflict, missing. */
export const moveMailer = (ctx: Ctx, given: MoveMailerInput): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...mailerAccess, input: moveMailerInput }, given, ({ row, fields: { direction }, rows }) => {
    const ids = rows.map((each) => each.id);
    const at = ids.indexOf(row.id);
    const to = at + (direction === "up" ? -1 : 1);
    if (to < 0 || to >= ids.length) return ok(null);
    ids.splice(at, 1);
    ids.splice(to, 0, row.id);
    return ok({
      action: "mailer.move",
      guards: [expectMailers(rows)],
      changes: [orderMailers(ids, ctx.now())],
      before: { position: at },
      after: { position: to },
    });
  });
