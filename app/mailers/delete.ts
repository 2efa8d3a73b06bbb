import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { mailerAccess } from "./mailer-access";
import { expectMailers, forgetMailer } from "./queries/mailer";
import { type MailerTarget, mailerTarget } from "./rules/mailer-input";

/** Deletes a mailer; without another one, emails wait in the outbox. Failures: conflict, missing. */
export const deleteMailer = (ctx: Ctx, given: MailerTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...mailerAccess, input: mailerTarget }, given, ({ row }) => {
    const { id, kind, name, fromAddress } = row;
    return ok({
      action: "mailer.delete",
      guards: [expectMailers([row])],
      changes: [forgetMailer(id)],
      before: { kind, name, fromAddress },
    });
  });
