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
  detail: "Only unconfirmed subscribers can be sent a confirmation.",
});
const tooSoon = fail({
  name: "conflict",
  code: "asked_already",
  detail: "A confirmation was sent to this address recently. Try again in ten minutes; at most three are sent per day.",
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
      if (!mayConfirm(row.confirmationsAt, ctx.now())) return tooSoon;
      const silent = !mayConfirm(confirmationsAt, ctx.now());
      const { pageId, address, scope, componentIds, incidentId, language, timeZone } = row;
      const wish = { scope, componentIds, incidentId, language, timeZone };
      const { id: _, ...asked } = asking(ctx, { pageId, address, known: row, wish, confirmationsAt, silent });
      return ok({ action: "subscriber.resend_confirmation", ...asked });
    },
  );
