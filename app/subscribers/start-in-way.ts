import { decideWithRetry } from "~/commit/decide-with-retry";
import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { invalid, missingFailure, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { callAll, composeCalls } from "~/notifications/engine/call-channel";
import { proofMessage } from "~/notifications/letters/engine/proof-message";
import type { OtherWay } from "~/notifications/rules/contact-ways";
import { codeLifetimeMs } from "~/notifications/rules/proof-code";
import { pageById } from "~/pages/queries/page";
import { allowMail, emptyMailCount } from "~/people/mails/mail-allowances";
import { dailyLimitFailure, proofTexts, strangersRows } from "~/people/mails/stranger-rows";
import type { Ctx } from "~/platform/ctx";
import { understand } from "~/platform/trouble";
import { checkSentByPerson, type FormSubmission } from "./form-time";
import { codeOf, type ProofRequest, sealProof } from "./proof-asked";
import type { SubscriptionWish } from "./request-confirmation";
import { type SubscribeInWayInput, subscribeInWayInput } from "./rules/subscriber-input";
import { takeSubscribeAllowance, wishOf } from "./subscribe";
import { type WayAddress, wayAddress } from "./way-address";

export interface StartInWayRequest extends SubscribeInWayInput, FormSubmission {
  clientAddress: string;
}

const nothingDone = { callsDone: 0, state: null };

/** Data for the form that asks for the code. */
export interface StartedProof {
  /** Sealed value with the wish and the address; the code is computed from it. */
  proof: string;
  shown: string;
  /** Secret of signed webhooks, shown only now. */
  secret: string | null;
}

/**
 * Counts a message to the address, and to the server or number range to which it belongs if strangers could name
 * endless others of it.
 */
async function mayPost(ctx: Ctx, { kind, name, among }: WayAddress): Promise<Result<null>> {
  return decideWithRetry(ctx, async (): Promise<Result<null>> => {
    const [one, all, day, texts] = await Promise.all([
      allowMail(ctx, `way.${kind}.${name}`, "unproven"),
      among === null ? emptyMailCount : allowMail(ctx, `host.${among}`, "proof_host"),
      strangersRows(ctx, "subscribe"),
      kind === "sms" ? proofTexts(ctx) : emptyMailCount,
    ]);
    if (!day || !texts) return dailyLimitFailure(ctx);
    if (!one || !all) return invalid("proof", "subscriber.proofs");
    const counted = [one, all, day, texts];
    await runBatch(ctx, [
      ...counted.flatMap(({ guards }) => guards),
      ...counted.flatMap(({ changes }) => changes),
    ]).catch((error) => {
      throw understand(error);
    });
    return ok(null);
  });
}

/** Returns the name of the form field in which it is typed. */
const fieldOf = (way: OtherWay) => (way === "sms" ? "phone" : "address");

/** Sends the code to the address; failures name the field. */
export async function sendProof(ctx: Ctx, address: WayAddress, asked: ProofRequest): Promise<Result<null>> {
  const may = await mayPost(ctx, address);
  if (!may.ok) return may;
  const [[page]] = await read(ctx, pageById(ctx, asked.pageId));
  if (!page) return missingFailure;
  const code = await codeOf(ctx, asked);
  const { kind, adapter, settings } = address;
  const { language } = asked.wish;
  const message = await proofMessage(ctx, { page, language, kind, code, within: codeLifetimeMs });
  const calls = composeCalls(ctx, adapter, adapter.subscriber, { message, settings, state: null, now: ctx.now() });
  if (!calls) return invalid(fieldOf(kind), "subscriber.unreachable");
  const { verdict } = await callAll(ctx, { adapter, settings, calls, owner: "visitor" }, message, nothingDone);
  return verdict.outcome === "sent" ? ok(null) : invalid(fieldOf(kind), "subscriber.unreachable");
}

const askedFor = async (
  ctx: Ctx,
  pageId: string,
  address: WayAddress,
  wish: SubscriptionWish,
): Promise<ProofRequest> => ({
  pageId,
  kind: address.kind,
  address: address.name,
  shown: address.shown,
  among: address.among,
  targetSealed: await ctx.secrets.seal(JSON.stringify(address.target)),
  wish,
  nonce: ctx.id(),
  expiresAt: ctx.now() + codeLifetimeMs,
});

/**
 * Sends a code to a visitor's own address; nothing is stored until the code is entered. At most three a day for an
 * address. Failures: invalid (`address`, `phone`, `proof`, `byHand`, components), limited, missing.
 */
export async function startInWay(ctx: Ctx, given: StartInWayRequest): Promise<Result<StartedProof>> {
  const { clientAddress, trap, since, second, byHand, ...fields } = given;
  const parsed = parseInput(subscribeInWayInput, fields);
  if (!parsed.ok) return parsed;
  const person = await checkSentByPerson(ctx, given);
  if (!person.ok) return person;
  const { pageId, way, address: text, body } = parsed.value;
  const wish = await wishOf(ctx, parsed.value);
  if (!wish.ok) return wish;
  const address = await wayAddress(ctx, way, { text, body });
  if (!address) return invalid(fieldOf(way), "subscriber.way_address");
  const asked = await askedFor(ctx, pageId, address, wish.value);
  const counted = takeSubscribeAllowance(ctx, clientAddress);
  if (!counted.ok) return counted;
  const sent = await sendProof(ctx, address, asked);
  if (!sent.ok) return sent;
  const { secret = null } = address.target as { secret?: string };
  return ok({ proof: await sealProof(ctx, asked), shown: address.shown, secret });
}
