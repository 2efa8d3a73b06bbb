import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { fail, ok, type Result } from "~/failures/failure";
import { allowMail } from "~/people/mails/allowed";
import { offersMail } from "~/people/mails/offers-mail";
import type { Ctx } from "~/platform/ctx";
import { askedOnce, asking } from "./asking";
import { subscriberById } from "./queries/subscriber";
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
export const resendConfirmation = (ctx: Ctx, given: SubscriberTarget): Promise<Result<Done>> =>
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
      if (row.askedAt !== null) return askedOnce;
      if (!counted) return ok(null);
      const { pageId, address, scope, componentIds, incidentId, language, timeZone } = row;
      const wish = { scope, componentIds, incidentId, language, timeZone };
      const { id: _, ...asked } = asking(ctx, { pageId, address, known: row, wish, counted });
      return ok({ action: "subscriber.resend_confirmation", ...asked });
    },
  );
