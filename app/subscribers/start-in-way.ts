import { deciding } from "~/commit/deciding";
import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { invalid, missing, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { callAll, composed } from "~/notifications/engine/call-channel";
import { proofMessage } from "~/notifications/letters/engine/proof-message";
import { proveWithin } from "~/notifications/rules/proof-code";
import type { OtherWay } from "~/notifications/rules/ways";
import { pageById } from "~/pages/queries/page";
import { allowMail, nothingCounted } from "~/people/mails/allowed";
import { proofTexts, spentToday, strangersRows } from "~/people/mails/stranger-rows";
import type { Ctx } from "~/platform/ctx";
import { understand } from "~/platform/trouble";
import type { Wish } from "./asking";
import { type FormSent, sentByPerson } from "./form-time";
import { codeOf, type ProofAsked, sealProof } from "./proof-asked";
import { type SubscribeInWayInput, subscribeInWayInput } from "./rules/subscriber-input";
import { countAsking, wishOf } from "./subscribe";
import { type WayAddress, wayAddress } from "./way-address";

export interface StartInWayAsked extends SubscribeInWayInput, FormSent {
  clientAddress: string;
}

const nothingDone = { callsDone: 0, state: null };

/** Data for the form that asks for the code. */
export interface Started {
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
  return deciding(ctx, async (): Promise<Result<null>> => {
    const [one, all, day, texts] = await Promise.all([
      allowMail(ctx, `way.${kind}.${name}`, "unproven"),
      among === null ? nothingCounted : allowMail(ctx, `host.${among}`, "proof_host"),
      strangersRows(ctx, "subscribe"),
      kind === "sms" ? proofTexts(ctx) : nothingCounted,
    ]);
    if (!day || !texts) return spentToday(ctx);
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
export async function sendProof(ctx: Ctx, address: WayAddress, asked: ProofAsked): Promise<Result<null>> {
  const may = await mayPost(ctx, address);
  if (!may.ok) return may;
  const [[page]] = await read(ctx, pageById(ctx, asked.pageId));
  if (!page) return missing;
  const code = await codeOf(ctx, asked);
  const { kind, adapter, settings } = address;
  const { language } = asked.wish;
  const message = await proofMessage(ctx, { page, language, kind, code, within: proveWithin });
  const calls = composed(ctx, adapter, adapter.subscriber, { message, settings, state: null, now: ctx.now() });
  if (!calls) return invalid(fieldOf(kind), "subscriber.unreachable");
  const { verdict } = await callAll(ctx, { adapter, settings, calls, owner: "visitor" }, message, nothingDone);
  return verdict.outcome === "sent" ? ok(null) : invalid(fieldOf(kind), "subscriber.unreachable");
}

const askedFor = async (ctx: Ctx, pageId: string, address: WayAddress, wish: Wish): Promise<ProofAsked> => ({
  pageId,
  kind: address.kind,
  address: address.name,
  shown: address.shown,
  among: address.among,
  targetSealed: await ctx.secrets.seal(JSON.stringify(address.target)),
  wish,
  nonce: ctx.id(),
  expiresAt: ctx.now() + proveWithin,
});

/**
 * Sends a code to a visitor's own address; nothing is stored until the code is entered. At most three a day for an
 * address. Failures: invalid (`address`, `phone`, `proof`, `byHand`, components), limited, missing.
 */
export async function startInWay(ctx: Ctx, given: StartInWayAsked): Promise<Result<Started>> {
  const { clientAddress, trap, since, second, byHand, ...fields } = given;
  const parsed = parseInput(subscribeInWayInput, fields);
  if (!parsed.ok) return parsed;
  const person = await sentByPerson(ctx, given);
  if (!person.ok) return person;
  const { pageId, way, address: text, body } = parsed.value;
  const wish = await wishOf(ctx, parsed.value);
  if (!wish.ok) return wish;
  const address = await wayAddress(ctx, way, { text, body });
  if (!address) return invalid(fieldOf(way), "subscriber.way_address");
  const asked = await askedFor(ctx, pageId, address, wish.value);
  const counted = countAsking(ctx, clientAddress);
  if (!counted.ok) return counted;
  const sent = await sendProof(ctx, address, asked);
  if (!sent.ok) return sent;
  const { secret = null } = address.target as { secret?: string };
  return ok({ proof: await sealProof(ctx, asked), shown: address.shown, secret });
}
