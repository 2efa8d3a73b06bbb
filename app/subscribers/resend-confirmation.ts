import { authorizeAndParse } from "~/change/authorize-and-parse";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import { reserveConfirmationAllowances, reserveMailAllowance } from "~/people/mails/mail-allowances";
import { hasMailer } from "~/people/mails/offers-mail";
import type { Ctx } from "~/platform/ctx";
import {
  confirmationAlreadyRequestedFailure,
  confirmationRequestWrites,
  repeatedConfirmationRequestWrites,
} from "./confirmation-request";
import { type SubscriberRow, subscriberByIdQuery, subscribersByIdsQuery } from "./queries/subscriber";
import { filteredSubscribersQuery } from "./queries/subscriber-list";
import {
  type SubscribersTargetInput,
  type SubscriberTargetInput,
  subscribersTargetInputSchema,
  subscriberTargetInputSchema,
} from "./rules/subscriber-input";

/** Most emails of one call; the rest waits for the next call. */
const mailsPerCall = 50;
const maxSubscribersRead = 500;

export interface ResentConfirmations {
  /** Ids of the subscribers to whom a confirmation request was sent. */
  ids: string[];
  /** True when others remain: for the next call, or because of the limit of their address. */
  left: boolean;
}

type UnconfirmedSubscriber = SubscriberRow & { address: string };
const isUnconfirmed = (row: SubscriberRow): row is UnconfirmedSubscriber =>
  row.state === "pending" && row.address !== null && row.askedAt === null;

/**
 * Sends confirmation requests to many unconfirmed subscribers again: at most 50 a call, each within the limits of spec
 * §9.
 */
export async function resendConfirmations(
  ctx: Ctx,
  given: SubscribersTargetInput,
): Promise<Result<ResentConfirmations>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: subscribersTargetInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, ids } = input;
  return commitChangeWithRetry(ctx, async (): Promise<Result<ResentConfirmations>> => {
    const [rows] =
      ids === "all"
        ? await readBatch(
            ctx,
            filteredSubscribersQuery(ctx, pageId, { state: "pending" }, { after: "", limit: maxSubscribersRead }),
          )
        : await readBatch(ctx, subscribersByIdsQuery(ctx, pageId, ids));
    const waiting = rows.filter(isUnconfirmed);
    const addresses = [...new Set(waiting.map(({ address }) => address))];
    const { allowed, counted } = await reserveConfirmationAllowances(ctx, addresses);
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
      ...repeatedConfirmationRequestWrites(ctx, pageId, chosen, counted(chosenAddresses)),
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
 * Sends an unconfirmed subscriber the confirmation request again. The response is the same when their address got too
 * many emails. Failures: missing, conflict.
 */
export const resendConfirmation = (ctx: Ctx, given: SubscriberTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "admin",
      subject: "subscriber",
      input: subscriberTargetInputSchema,
      row: (_, { pageId, id }) => subscriberByIdQuery(ctx, pageId, id),
      find: ([row]) => (row && row.address !== null ? { ...row, address: row.address } : undefined),
    },
    given,
    async ({ row }) => {
      if (row.state !== "pending") return notPending;
      const [offered, counted] = await Promise.all([
        hasMailer(ctx),
        reserveMailAllowance(ctx, row.address, "confirmation"),
      ]);
      if (!offered) return noMailer;
      if (row.askedAt !== null) return confirmationAlreadyRequestedFailure;
      if (!counted) return ok(null);
      const { pageId, address, scope, componentIds, incidentId, language, timeZone } = row;
      const requested = { scope, componentIds, incidentId, language, timeZone };
      const { id: _, ...writes } = confirmationRequestWrites(ctx, {
        pageId,
        address,
        existing: row,
        requested,
        counted,
      });
      return ok({ action: "subscriber.resend_confirmation", ...writes });
    },
  );
