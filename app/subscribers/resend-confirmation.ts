import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { fail, ok, type Result } from "~/failures/failure";
import { allowMail } from "~/people/mails/mail-allowances";
import { offersMail } from "~/people/mails/offers-mail";
import type { Ctx } from "~/platform/ctx";
import { subscriberById } from "./queries/subscriber";
import { askedOnceFailure, requestConfirmation } from "./request-confirmation";
import { type SubscriberTarget, subscriberTarget } from "./rules/subscriber-input";

const notPending = fail({
  name: "conflict",
  code: "not_pending",
  detail: "subscriber.only_unconfirmed",
});
const noMailer = fail({ name: "conflict", code: "no_mailer", detail: "subscriber.no_mailer" });

/**
 * Asks an unconfirmed subscriber again; the answer is the same when their address had too many emails. Failures:
 * missing, conflict.
 */
export const resendConfirmation = (ctx: Ctx, given: SubscriberTarget): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    {
      role: "admin",
      subject: "subscriber",
      input: subscriberTarget,
      row: (_, { pageId, id }) => subscriberById(ctx, pageId, id),
      find: ([row]) => (row && row.address !== null ? { ...row, address: row.address } : undefined),
    },
    given,
    async ({ row }) => {
      if (row.state !== "pending") return notPending;
      const [offered, counted] = await Promise.all([offersMail(ctx), allowMail(ctx, row.address, "confirmation")]);
      if (!offered) return noMailer;
      if (row.askedAt !== null) return askedOnceFailure;
      if (!counted) return ok(null);
      const { pageId, address, scope, componentIds, incidentId, language, timeZone } = row;
      const wish = { scope, componentIds, incidentId, language, timeZone };
      const { id: _, ...asked } = requestConfirmation(ctx, { pageId, address, known: row, wish, counted });
      return ok({ action: "subscriber.resend_confirmation", ...asked });
    },
  );
