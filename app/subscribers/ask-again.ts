import { authorizeAndParse } from "~/change/authorize-and-parse";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { read } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import { allowConfirmations, allowMail } from "~/people/mails/mail-allowances";
import { offersMail } from "~/people/mails/offers-mail";
import type { Ctx } from "~/platform/ctx";
import { type SubscriberRow, subscriberById, subscribersById, subscribersOf } from "./queries/subscriber";
import { askedOnceFailure, requestConfirmation, requestConfirmationsAgain } from "./request-confirmation";
import {
  type SubscribersTarget,
  type SubscriberTarget,
  subscribersTarget,
  subscriberTarget,
} from "./rules/subscriber-input";

/** Most emails of one call; the rest waits for the next call. */
const mailsPerCall = 50;
const maxSubscribersRead = 500;

export interface RemindedSubscribers {
  /** Ids of the subscribers asked now. */
  ids: string[];
  /** True when others remain: for the next call, or because of the limit of their address. */
  left: boolean;
}

type WaitingSubscriber = SubscriberRow & { address: string };
const waits = (row: SubscriberRow): row is WaitingSubscriber =>
  row.state === "pending" && row.address !== null && row.askedAt === null;

/** Asks many unconfirmed subscribers again: at most 50 a call, each within the limits of spec §9. */
export async function askAgain(ctx: Ctx, given: SubscribersTarget): Promise<Result<RemindedSubscribers>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: subscribersTarget }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, ids } = input;
  return commitChangeWithRetry(ctx, async (): Promise<Result<RemindedSubscribers>> => {
    const [found] =
      ids === "all"
        ? await read(ctx, subscribersOf(ctx, pageId, { state: "pending" }, { after: "", limit: maxSubscribersRead }))
        : await read(ctx, subscribersById(ctx, pageId, ids));
    const waiting = found.filter(waits);
    const addresses = [...new Set(waiting.map(({ address }) => address))];
    const { allowed, counted } = await allowConfirmations(ctx, addresses);
    const chosenAddresses = new Set(allowed.slice(0, mailsPerCall));
    const chosen = [...new Map(waiting.map((row) => [row.address, row] as const)).values()].filter(({ address }) =>
      chosenAddresses.has(address),
    );
    const answer = { ids: chosen.map(({ id }) => id), left: chosen.length < waiting.length };
    if (chosen.length === 0) return ok(answer);
    const audit = { subjectKind: "subscriber", subjectId: answer.ids[0] ?? "", after: { count: chosen.length } };
    const done = await commitChange(ctx, {
      id: commitId,
      pageId,
      ...requestConfirmationsAgain(ctx, pageId, chosen, counted(chosenAddresses)),
      audit: { action: "subscriber.resend_confirmation", ...audit },
    });
    return done.ok ? ok(answer) : done;
  });
}

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
