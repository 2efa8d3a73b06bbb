import { subscriberById, subscriptionsOfAddress } from "~/db/queries/subscriber";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { mayConfirm } from "~/rules/telling/subscribe-limit";
import { type SubscriberTarget, subscriberTarget } from "~/rules/telling/subscriber-input";
import type { Done } from "../change/answers";
import { changeOne } from "../change/change-one";
import { asking } from "./asking";

const notPending = fail({
  name: "conflict",
  code: "not_pending",
  detail: "Only who has not confirmed yet is asked again.",
});
const tooSoon = fail({
  name: "conflict",
  code: "asked_already",
  detail: "This address was asked a short while ago. Ask again in ten minutes; it gets at most three such mails a day.",
});

/** Asks somebody once more who has not confirmed yet. Failures: missing, conflict. */
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
      const [rows] = await read(ctx, subscriptionsOfAddress(ctx, row.address));
      const confirmationsAt = rows.flatMap((each) => each.confirmationsAt).sort((a, b) => a - b);
      if (!mayConfirm(confirmationsAt, ctx.now())) return tooSoon;
      const { pageId, address, scope, componentIds, incidentId, language, timeZone } = row;
      const wish = { scope, componentIds, incidentId, language, timeZone };
      const { id: _, ...asked } = asking(ctx, { pageId, address, known: row, wish, confirmationsAt });
      return ok({ action: "subscriber.resend_confirmation", ...asked });
    },
  );
