import { runBatch } from "~/db/run-batch";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { keepTimeoutMs, mayBeKept, newPatience, whileSenderWaits } from "~/platform/cells/inbox-call";
import type { Ctx } from "~/platform/ctx";
import { withinTime } from "~/platform/database";
import { awayFailure } from "~/platform/failure-of";
import { DatabaseAwayError } from "~/platform/trouble";
import type { AnySource } from "~/sources/contract/contract";
import { sourceOf } from "~/sources/kinds/known-kinds";
import { overLimit } from "./delivery-limit";
import type { AcceptResult } from "./delivery-parts";
import type { DeliveryPost } from "./examine";
import { keepForLater } from "./keep-for-later";
import { SourceChangedError } from "./keep-together";
import { forgetSource, sourceOfToken } from "./known-source";
import { alertsById } from "./queries/accept-facts";
import { nothingToAccept } from "./queries/accept-rows";
import type { IncomingPost } from "./read-post";
import { storeDelivery } from "./store-delivery";

export type { AcceptResult };

/** Fails after the same trips to the database as a delivery, so that timing does not tell which tokens exist. */
async function refuseUnknownToken(ctx: Ctx): Promise<Result<never>> {
  await alertsById(ctx, []);
  await runBatch(ctx, nothingToAccept());
  return missingFailure;
}

/** Answers requests that are not deliveries: an unused method, a browser opening the address, a handshake. */
function answerOther(
  now: number,
  adapter: AnySource,
  { method = "POST", query = new URLSearchParams(), headers }: DeliveryPost,
) {
  const allow = adapter.methods.filter((each) => each !== "GET" || [...query].length > 0);
  if (!allow.some((each) => each === method)) return fail({ name: "method", allow: [...adapter.methods] });
  if (method !== "OPTIONS") return null;
  const answer = adapter.answer({ message: { now, payload: null, headers, query }, accepted: null });
  return ok({ id: "", duplicate: false, alerts: [], skipped: [], answer });
}

/** Accepts from the source as this isolate knows it. */
async function acceptFromKnownSource(
  ctx: Ctx,
  arrived: IncomingPost,
  tokenHash: string,
  find: typeof sourceOf,
): Promise<Result<AcceptResult>> {
  const { post } = arrived;
  const source = await whileSenderWaits(ctx, sourceOfToken(ctx, tokenHash), arrived.patience);
  const adapter = source && find(source.row.kind);
  if (!source || !adapter || (post.kind && post.kind !== adapter.kind)) {
    return whileSenderWaits(ctx, refuseUnknownToken(ctx), arrived.patience);
  }
  const answered = answerOther(ctx.now(), adapter, post);
  if (answered) return answered;
  const limited = overLimit(ctx, source.row.id, adapter);
  if (limited) return limited;
  return storeDelivery(ctx, { known: source, adapter, tokenHash }, arrived);
}

/** Reads the source again when it has changed or is gone since this isolate read it. */
async function acceptFromFreshSource(
  ctx: Ctx,
  arrived: IncomingPost,
  find: typeof sourceOf,
): Promise<Result<AcceptResult>> {
  const tokenHash = await ctx.secrets.hash(arrived.post.token);
  for (let tries = 0; tries < 3; tries++) {
    try {
      const accepted = await acceptFromKnownSource(ctx, arrived, tokenHash, find);
      if (!accepted.ok && accepted.failure.name === "missing") forgetSource(ctx, tokenHash);
      return accepted;
    } catch (error) {
      if (!(error instanceof SourceChangedError)) throw error;
      forgetSource(ctx, tokenHash);
    }
  }
  throw new DatabaseAwayError("the source changed three times");
}

/**
 * Keeps the delivery in an inbox while the database is away, if one is bound and this isolate knows the source
 * (`kept`), within four seconds in all. Returns null when an inbox cannot keep it either.
 */
async function keepInInbox(
  ctx: Ctx,
  arrived: IncomingPost,
  find: typeof sourceOf,
): Promise<Result<AcceptResult> | null> {
  const tokenHash = await ctx.secrets.hash(arrived.post.token);
  return withinTime(keepForLater(ctx, { arrived, tokenHash }, find), keepTimeoutMs).catch((error: unknown) => {
    ctx.log.error("ingest.keep_failed", error);
    return null;
  });
}

/**
 * Accepts one delivery of an external tool (docs/protocols.md, "Accepting alerts"): stored before the answer, settled
 * after; needs only the token. Fails with missing, limited, overloaded (not stored; the tool retries), or why it is
 * refused; refusals, and settings sealed with a secret that is not set (overloaded), leave a row and an alert.
 */
export async function accept(ctx: Ctx, post: DeliveryPost, find = sourceOf): Promise<Result<AcceptResult>> {
  const arrived: IncomingPost = { post, id: ctx.id(), at: ctx.now(), patience: newPatience() };
  try {
    return await acceptFromFreshSource(ctx, arrived, find);
  } catch (error) {
    const away = awayFailure(error);
    if (away === null) throw error;
    ctx.log.error("ingest.database_away", error);
    const kept = mayBeKept(ctx, error) ? await keepInInbox(ctx, arrived, find) : null;
    return kept ?? fail(away);
  }
}
