import { commit, type NoticeDraft } from "~/commit/commit";
import { decideWithRetry } from "~/commit/decide-with-retry";
import { subscribable } from "~/components/queries/component";
import { read } from "~/db/read";
import { fail, invalid, missingFailure, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { networkPrefix } from "~/net/network-prefix";
import { wakeSender } from "~/notifications/engine/wake";
import { type AskedWish, shortOf, subscribeLink } from "~/notifications/letters/engine/subscribe-link";
import { pageById } from "~/pages/queries/page";
import { allowMail } from "~/people/mails/mail-allowances";
import { offersMail } from "~/people/mails/offers-mail";
import { dailyLimitFailure, strangersRows } from "~/people/mails/stranger-rows";
import type { Ctx } from "~/platform/ctx";
import { makeLimiter } from "~/platform/limiter";
import { checkSentByPerson, type FormSubmission } from "./form-time";
import { incidentToFollow, subscriptionsOfAddress } from "./queries/subscriber";
import type { SubscriptionWish } from "./request-confirmation";
import { askingLimit } from "./rules/subscribe-limit";
import { confirmWindowMs, isToBeAsked } from "./rules/subscriber";
import { type SubscribeInput, subscribeInput } from "./rules/subscriber-input";

export interface SubscribeRequest extends SubscribeInput, FormSubmission {
  /** Network address of the client. */
  clientAddress: string;
}

/** Time after which every answer is sent, whether the address is known or not, in ms. */
const answerPaceMs = 400;
const askers = makeLimiter(askingLimit.window);

/**
 * Counts a request of the client's network. The failure is shown, because it concerns the network and reveals nothing
 * about an address.
 */
export function takeSubscribeAllowance(ctx: Ctx, clientAddress: string): Result<null> {
  const { allowed, retryAfter } = askers.take(networkPrefix(clientAddress), askingLimit.perHour, ctx.now());
  return allowed ? ok(null) : fail({ name: "limited", retryAfter });
}

type SubscribeFields = ReturnType<typeof subscribeInput.parse>;

/** Returns the wish, or the wrong field; this depends on the page, not on the visitor. */
export async function wishOf(ctx: Ctx, input: Omit<SubscribeFields, "email">): Promise<Result<SubscriptionWish>> {
  const { pageId, scope, incidentId } = input;
  const [[page], components, [incident]] = await read(
    ctx,
    pageById(ctx, pageId),
    subscribable(ctx, pageId),
    incidentToFollow(ctx, pageId, incidentId),
  );
  if (!page) return missingFailure;
  const shown = new Set(components.map(({ id }) => id));
  const componentIds = scope === "components" ? input.componentIds.filter((id) => shown.has(id)) : [];
  if (scope === "components" && componentIds.length === 0)
    return invalid("componentIds", "subscriber.choose_component");
  if (scope === "incident" && !incident) return missingFailure;
  const language = input.language ?? page.language;
  const timeZone = input.timeZone ?? page.timeZone;
  return ok({ scope, componentIds, incidentId: scope === "incident" ? incidentId : "", language, timeZone });
}

/** Returns the confirmation email, whose link carries the wish; nothing else is stored of an unverified address. */
async function confirmation(ctx: Ctx, wished: AskedWish): Promise<NoticeDraft> {
  const { address, expiresAt } = wished;
  const sealed = await ctx.secrets.seal(JSON.stringify({ token: await subscribeLink(ctx, wished), address }));
  const whom = { audience: "address" as const, scope: { sealed } };
  return { kind: "subscriber_confirm", subjectId: ctx.id(), sequence: 0, ...whom, dueAt: ctx.now(), expiresAt };
}

/**
 * Returns the email to an existing subscriber, with the link to change or unsubscribe. It counts like a confirmation.
 */
const linkAgain = (ctx: Ctx, id: string): NoticeDraft => ({
  kind: "subscriber_confirm",
  subjectId: ctx.id(),
  sequence: 0,
  audience: "subscriber",
  scope: { subscriber_id: id, already: true },
  dueAt: ctx.now(),
  expiresAt: ctx.now() + confirmWindowMs,
});

/**
 * Sends the confirmation, or the link of an existing subscription, unless the address was asked too often. Failures:
 * limited (the day's rows are used up).
 */
async function ask(
  ctx: Ctx,
  input: SubscribeFields,
  { componentIds, ...wish }: SubscriptionWish,
): Promise<Result<{ asked: true }>> {
  const { pageId, email: address } = input;
  const notice = async (generation: number | null) => {
    const components = componentIds.map(shortOf);
    return confirmation(ctx, {
      pageId,
      address,
      ...wish,
      components,
      generation,
      expiresAt: ctx.now() + confirmWindowMs,
    });
  };
  return decideWithRetry(ctx, async (): Promise<Result<{ asked: true }>> => {
    // Run concurrently, so that the duration reveals as little as possible about known addresses.
    const [[rows], mail, day, trouble] = await Promise.all([
      read(ctx, subscriptionsOfAddress(ctx, address)),
      allowMail(ctx, address, "confirmation"),
      strangersRows(ctx, "subscribe"),
      ctx.secrets.sealingTrouble(),
    ]);
    if (trouble) throw trouble;
    const known = rows.find((each) => each.pageId === pageId && each.incidentId === wish.incidentId);
    if (!day) return dailyLimitFailure(ctx);
    if (!mail) return ok({ asked: true });
    await commit(ctx, {
      id: ctx.id(),
      pageId,
      guards: [...mail.guards, ...day.guards],
      changes: [...mail.changes, ...day.changes],
      notices: [
        known && !isToBeAsked(known.state) ? linkAgain(ctx, known.id) : await notice(known?.generation ?? null),
      ],
    });
    wakeSender(ctx);
    return ok({ asked: true });
  });
}

async function rest(ctx: Ctx, begun: number): Promise<void> {
  const left = begun + answerPaceMs - ctx.now();
  if (left > 0) await ctx.sleep(left);
}

/**
 * Asks for a subscription (spec §3) without storing a subscriber: until confirmed, the wish is in the email's link.
 * Equal answer and duration for every address; one asked too often gets no email. Failures: invalid (`bad_email`,
 * `no_mailer`, `by_hand`, components), limited (the network, or all together today), missing.
 */
export async function subscribe(ctx: Ctx, given: SubscribeRequest): Promise<Result<{ asked: true }>> {
  const begun = ctx.now();
  const { clientAddress, trap, since, second, byHand, ...fields } = given;
  const parsed = parseInput(subscribeInput, fields);
  if (!parsed.ok) return parsed;
  const person = await checkSentByPerson(ctx, given);
  if (!person.ok) return person;
  const [offered, wish] = await Promise.all([offersMail(ctx), wishOf(ctx, parsed.value)]);
  if (!offered) return invalid("way", "subscriber.no_mailer", "no_mailer");
  if (!wish.ok) return wish;
  const counted = takeSubscribeAllowance(ctx, clientAddress);
  if (!counted.ok) return counted;
  const asked = await ask(ctx, parsed.value, wish.value);
  await rest(ctx, begun);
  return asked;
}
