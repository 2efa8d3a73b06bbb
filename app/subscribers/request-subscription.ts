import { commitPlan, type NoticeDraft } from "~/commit/commit";
import { decideWithRetry } from "~/commit/decide-with-retry";
import { subscribableItemsOfPageQuery } from "~/components/queries/component";
import { readBatch } from "~/db/read";
import { fail, invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { networkPrefix } from "~/net/network-prefix";
import { wakeSender } from "~/notifications/engine/wake";
import {
  type ConfirmationRequest,
  makeConfirmationRequestLink,
  shortComponentId,
} from "~/notifications/letters/engine/confirmation-request-link";
import { pageByIdQuery } from "~/pages/queries/page";
import { reserveMailAllowance } from "~/people/mails/mail-allowances";
import { hasMailer } from "~/people/mails/offers-mail";
import { dailyLimitFailure, reserveStrangerRows } from "~/people/mails/stranger-rows";
import type { Ctx } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import type { RequestedSubscription } from "./confirmation-request";
import { type BotCheckInput, checkSentByPerson } from "./form-time";
import { incidentToFollowQuery, subscriptionsOfAddressQuery } from "./queries/subscriber";
import { subscriptionRequestLimit } from "./rules/request-limits";
import { confirmationWindowMs, needsConfirmation } from "./rules/subscriber";
import { type SubscriptionRequestInput, subscriptionRequestInputSchema } from "./rules/subscriber-input";

export interface SubscriptionRequest extends SubscriptionRequestInput, BotCheckInput {
  /** Network address of the client. */
  clientAddress: string;
}

/** Time after which every answer is sent, whether the address is subscribed or not, in ms. */
const answerPaceMs = 400;
const requestsByNetwork = makeRateLimiter(subscriptionRequestLimit.window);

/**
 * Counts a request of the client's network. The failure is shown, because it concerns the network and reveals nothing
 * about an address.
 */
export function countSubscriptionRequestOfNetwork(ctx: Ctx, clientAddress: string): Result<null> {
  const { allowed, retryAfter } = requestsByNetwork.take(
    networkPrefix(clientAddress),
    subscriptionRequestLimit.perHour,
    ctx.now(),
  );
  return allowed ? ok(null) : fail({ name: "limited", retryAfter });
}

type SubscriptionRequestFields = ReturnType<typeof subscriptionRequestInputSchema.parse>;

/** Returns the requested subscription, or the wrong field; this depends on the page, not on the visitor. */
export async function resolveRequestedSubscription(
  ctx: Ctx,
  input: Omit<SubscriptionRequestFields, "email">,
): Promise<Result<RequestedSubscription>> {
  const { pageId, scope, incidentId } = input;
  const [[page], components, [incident]] = await readBatch(
    ctx,
    pageByIdQuery(ctx, pageId),
    subscribableItemsOfPageQuery(ctx, pageId),
    incidentToFollowQuery(ctx, pageId, incidentId),
  );
  if (!page) return missingFailure;
  const shown = new Set(components.map(({ id }) => id));
  const componentIds = scope === "components" ? input.componentIds.filter((id) => shown.has(id)) : [];
  if (scope === "components" && componentIds.length === 0)
    return invalidFieldFailure("componentIds", "subscriber.choose_component");
  if (scope === "incident" && !incident) return missingFailure;
  const language = input.language ?? page.language;
  const timeZone = input.timeZone ?? page.timeZone;
  return ok({ scope, componentIds, incidentId: scope === "incident" ? incidentId : "", language, timeZone });
}

/** Returns the confirmation request, whose link carries all of it; nothing else is stored of an unverified address. */
async function confirmationRequestNotice(ctx: Ctx, request: ConfirmationRequest): Promise<NoticeDraft> {
  const { address, expiresAt } = request;
  const sealed = await ctx.secrets.seal(
    JSON.stringify({ token: await makeConfirmationRequestLink(ctx, request), address }),
  );
  const whom = { audience: "address" as const, scope: { sealed } };
  return { kind: "subscriber_confirm", subjectId: ctx.id(), sequence: 0, ...whom, dueAt: ctx.now(), expiresAt };
}

/**
 * Returns the email to an existing subscriber, with the link to change or unsubscribe. It counts like a confirmation.
 */
const manageLinkNotice = (ctx: Ctx, id: string): NoticeDraft => ({
  kind: "subscriber_confirm",
  subjectId: ctx.id(),
  sequence: 0,
  audience: "subscriber",
  scope: { subscriber_id: id, already: true },
  dueAt: ctx.now(),
  expiresAt: ctx.now() + confirmationWindowMs,
});

/**
 * Sends the confirmation request, or the link of an existing subscription, unless the address got too many. Failures:
 * limited (the day's rows are used up).
 */
async function sendConfirmationRequest(
  ctx: Ctx,
  input: SubscriptionRequestFields,
  { componentIds, ...requested }: RequestedSubscription,
): Promise<Result<{ requested: true }>> {
  const { pageId, email: address } = input;
  const notice = async (generation: number | null) => {
    const components = componentIds.map(shortComponentId);
    return confirmationRequestNotice(ctx, {
      pageId,
      address,
      ...requested,
      components,
      generation,
      expiresAt: ctx.now() + confirmationWindowMs,
    });
  };
  return decideWithRetry(ctx, async (): Promise<Result<{ requested: true }>> => {
    // Run concurrently, so that the duration reveals as little as possible about subscribed addresses.
    const [[rows], mail, day, trouble] = await Promise.all([
      readBatch(ctx, subscriptionsOfAddressQuery(ctx, address)),
      reserveMailAllowance(ctx, address, "confirmation"),
      reserveStrangerRows(ctx, "subscribe"),
      ctx.secrets.sealingTrouble(),
    ]);
    if (trouble) throw trouble;
    const existing = rows.find((each) => each.pageId === pageId && each.incidentId === requested.incidentId);
    if (!day) return dailyLimitFailure(ctx);
    if (!mail) return ok({ requested: true });
    await commitPlan(ctx, {
      id: ctx.id(),
      pageId,
      guards: [...mail.guards, ...day.guards],
      changes: [...mail.changes, ...day.changes],
      notices: [
        existing && !needsConfirmation(existing.state)
          ? manageLinkNotice(ctx, existing.id)
          : await notice(existing?.generation ?? null),
      ],
    });
    wakeSender(ctx);
    return ok({ requested: true });
  });
}

async function waitForAnswerPace(ctx: Ctx, startedAt: number): Promise<void> {
  const left = startedAt + answerPaceMs - ctx.now();
  if (left > 0) await ctx.sleep(left);
}

/**
 * Requests a subscription (spec §3) without storing a subscriber: until confirmed, it exists only in the email's link.
 * Response and duration are the same for every address; an address that got too many gets no email. Failures: invalid
 * (`bad_email`, `no_mailer`, `by_hand`, components), limited (the network, or all together today), missing.
 */
export async function requestSubscription(ctx: Ctx, given: SubscriptionRequest): Promise<Result<{ requested: true }>> {
  const startedAt = ctx.now();
  const { clientAddress, trap, since, second, byHand, ...fields } = given;
  const parsed = parseInput(subscriptionRequestInputSchema, fields);
  if (!parsed.ok) return parsed;
  const person = await checkSentByPerson(ctx, given);
  if (!person.ok) return person;
  const [offered, requested] = await Promise.all([hasMailer(ctx), resolveRequestedSubscription(ctx, parsed.value)]);
  if (!offered) return invalidFieldFailure("way", "subscriber.no_mailer", "no_mailer");
  if (!requested.ok) return requested;
  const counted = countSubscriptionRequestOfNetwork(ctx, clientAddress);
  if (!counted.ok) return counted;
  const sent = await sendConfirmationRequest(ctx, parsed.value, requested.value);
  await waitForAnswerPace(ctx, startedAt);
  return sent;
}
