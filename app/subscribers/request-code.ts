import { decideWithRetry } from "~/commit/decide-with-retry";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { composeChannelCalls, sendChannelCalls } from "~/notifications/engine/call-channel";
import { composeVerificationMessage } from "~/notifications/letters/engine/verification-message";
import type { ContactWayWithAddress } from "~/notifications/rules/contact-ways";
import { verificationCodeLifetimeMs } from "~/notifications/rules/verification-code";
import { pageByIdQuery } from "~/pages/queries/page";
import { noMailCountStatements, reserveMailAllowance } from "~/people/mails/mail-allowances";
import { dailyLimitFailure, reserveStrangerRows, reserveVerificationSms } from "~/people/mails/stranger-rows";
import type { Ctx } from "~/platform/ctx";
import { translateDatabaseError } from "~/platform/trouble";
import type { RequestedSubscription } from "./confirmation-request";
import { type BotCheckInput, checkSentByPerson } from "./form-time";
import { deriveVerificationCode, type PendingVerification, sealPendingVerification } from "./pending-verification";
import { countSubscriptionRequestOfNetwork, resolveRequestedSubscription } from "./request-subscription";
import { type VerificationCodeRequestInput, verificationCodeRequestInputSchema } from "./rules/subscriber-input";
import { type ContactWayAddress, parseContactWayAddress } from "./way-address";

export interface VerificationCodeRequest extends VerificationCodeRequestInput, BotCheckInput {
  clientAddress: string;
}

const nothingDone = { callsDone: 0, state: null };

/** Data for the form in which the code is entered. */
export interface VerificationFormData {
  /** Sealed `PendingVerification`, from which the code is computed. */
  sealed: string;
  shown: string;
  /** Secret of signed webhooks, shown only now. */
  secret: string | null;
}

/**
 * Counts a message to the address, and to the server or number range to which it belongs if strangers could name
 * endless others of it.
 */
async function countCodeMessage(ctx: Ctx, { kind, name, among }: ContactWayAddress): Promise<Result<null>> {
  return decideWithRetry(ctx, async (): Promise<Result<null>> => {
    const [one, all, day, texts] = await Promise.all([
      reserveMailAllowance(ctx, `way.${kind}.${name}`, "unproven"),
      among === null ? noMailCountStatements : reserveMailAllowance(ctx, `host.${among}`, "proof_host"),
      reserveStrangerRows(ctx, "subscribe"),
      kind === "sms" ? reserveVerificationSms(ctx) : noMailCountStatements,
    ]);
    if (!day || !texts) return dailyLimitFailure(ctx);
    if (!one || !all) return invalidFieldFailure("proof", "subscriber.proofs");
    const counted = [one, all, day, texts];
    await runBatch(ctx, [
      ...counted.flatMap(({ guards }) => guards),
      ...counted.flatMap(({ changes }) => changes),
    ]).catch((error) => {
      throw translateDatabaseError(error);
    });
    return ok(null);
  });
}

/** Returns the name of the form field in which it is typed. */
const addressFieldName = (way: ContactWayWithAddress) => (way === "sms" ? "phone" : "address");

/** Sends the code to the address; failures name the field. */
export async function sendVerificationCode(
  ctx: Ctx,
  address: ContactWayAddress,
  pending: PendingVerification,
): Promise<Result<null>> {
  const may = await countCodeMessage(ctx, address);
  if (!may.ok) return may;
  const [[page]] = await readBatch(ctx, pageByIdQuery(ctx, pending.pageId));
  if (!page) return missingFailure;
  const code = await deriveVerificationCode(ctx, pending);
  const { kind, adapter, settings } = address;
  const { language } = pending.wish;
  const message = await composeVerificationMessage(ctx, {
    page,
    language,
    kind,
    code,
    within: verificationCodeLifetimeMs,
  });
  const calls = composeChannelCalls(ctx, adapter, adapter.subscriber, {
    message,
    settings,
    state: null,
    now: ctx.now(),
  });
  if (!calls) return invalidFieldFailure(addressFieldName(kind), "subscriber.unreachable");
  const { verdict } = await sendChannelCalls(ctx, { adapter, settings, calls, owner: "visitor" }, message, nothingDone);
  return verdict.outcome === "sent" ? ok(null) : invalidFieldFailure(addressFieldName(kind), "subscriber.unreachable");
}

const pendingVerificationOf = async (
  ctx: Ctx,
  pageId: string,
  address: ContactWayAddress,
  requested: RequestedSubscription,
): Promise<PendingVerification> => ({
  pageId,
  kind: address.kind,
  address: address.name,
  shown: address.shown,
  among: address.among,
  targetSealed: await ctx.secrets.seal(JSON.stringify(address.target)),
  wish: requested,
  nonce: ctx.id(),
  expiresAt: ctx.now() + verificationCodeLifetimeMs,
});

/**
 * Sends a code to a visitor's own address; nothing is stored until the code is entered. At most three a day for an
 * address. Failures: invalid (`address`, `phone`, `proof`, `byHand`, components), limited, missing.
 */
export async function requestVerificationCode(
  ctx: Ctx,
  given: VerificationCodeRequest,
): Promise<Result<VerificationFormData>> {
  const { clientAddress, trap, since, second, byHand, ...fields } = given;
  const parsed = parseInput(verificationCodeRequestInputSchema, fields);
  if (!parsed.ok) return parsed;
  const person = await checkSentByPerson(ctx, given);
  if (!person.ok) return person;
  const { pageId, way, address: text, body } = parsed.value;
  const requested = await resolveRequestedSubscription(ctx, parsed.value);
  if (!requested.ok) return requested;
  const address = await parseContactWayAddress(ctx, way, { text, body });
  if (!address) return invalidFieldFailure(addressFieldName(way), "subscriber.way_address");
  const pending = await pendingVerificationOf(ctx, pageId, address, requested.value);
  const counted = countSubscriptionRequestOfNetwork(ctx, clientAddress);
  if (!counted.ok) return counted;
  const sent = await sendVerificationCode(ctx, address, pending);
  if (!sent.ok) return sent;
  const { secret = null } = address.target as { secret?: string };
  return ok({ sealed: await sealPendingVerification(ctx, pending), shown: address.shown, secret });
}
