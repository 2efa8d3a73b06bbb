import { runBatch } from "~/db/run-batch";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { awaitWhileSenderWaits, inboxTimeoutMs, mayKeepInInbox, newSenderPatience } from "~/platform/cells/inbox-call";
import type { Ctx } from "~/platform/ctx";
import { withDatabaseTimeout } from "~/platform/database";
import { databaseAwayFailure } from "~/platform/failure-of";
import { DatabaseAwayError } from "~/platform/trouble";
import type { AnySourceAdapter } from "~/sources/contract/contract";
import { sourceAdapterOf } from "~/sources/kinds/known-kinds";
import { deliveryLimitFailure } from "./delivery-limit";
import type { AcceptDeliveryResult } from "./delivery-parts";
import { SourceChangedError } from "./delivery-round";
import type { IngestRequest } from "./examine";
import { storeDeliveryInInbox } from "./keep-for-later";
import { forgetCachedSource, loadSourceByToken } from "./known-source";
import { readAlertsByIds } from "./queries/accept-facts";
import { decoyAcceptStatements } from "./queries/accept-rows";
import type { IncomingDelivery } from "./read-post";
import { readAndStoreDelivery } from "./store-delivery";

export type { AcceptDeliveryResult };

/**
 * Fails after as many trips to the database as a delivery takes, so that the response time does not reveal which tokens
 * exist.
 */
async function refuseUnknownToken(ctx: Ctx): Promise<Result<never>> {
  await readAlertsByIds(ctx, []);
  await runBatch(ctx, decoyAcceptStatements());
  return missingFailure;
}

/**
 * Returns the response to a request that is not a delivery (an unused method, a browser that opens the address, a
 * handshake); null for a delivery.
 */
function answerOther(
  now: number,
  adapter: AnySourceAdapter,
  { method = "POST", query = new URLSearchParams(), headers }: IngestRequest,
) {
  const allow = adapter.methods.filter((each) => each !== "GET" || [...query].length > 0);
  if (!allow.some((each) => each === method)) return fail({ name: "method", allow: [...adapter.methods] });
  if (method !== "OPTIONS") return null;
  const answer = adapter.answer({ message: { now, payload: null, headers, query }, accepted: null });
  return ok({ id: "", duplicate: false, alerts: [], skipped: [], answer });
}

/**
 * Accepts the delivery with this isolate's cached copy of the source. Throws SourceChangedError if that copy is
 * outdated.
 */
async function acceptFromKnownSource(
  ctx: Ctx,
  arrived: IncomingDelivery,
  tokenHash: string,
  find: typeof sourceAdapterOf,
): Promise<Result<AcceptDeliveryResult>> {
  const { post } = arrived;
  const source = await awaitWhileSenderWaits(ctx, loadSourceByToken(ctx, tokenHash), arrived.patience);
  const adapter = source && find(source.row.kind);
  if (!source || !adapter || (post.kind && post.kind !== adapter.kind)) {
    return awaitWhileSenderWaits(ctx, refuseUnknownToken(ctx), arrived.patience);
  }
  const answered = answerOther(ctx.now(), adapter, post);
  if (answered) return answered;
  const limited = deliveryLimitFailure(ctx, source.row.id, adapter);
  if (limited) return limited;
  return readAndStoreDelivery(ctx, { known: source, adapter, tokenHash }, arrived);
}

/** Accepts the delivery, reading the source again if it was changed or deleted since this isolate read it. */
async function acceptFromFreshSource(
  ctx: Ctx,
  arrived: IncomingDelivery,
  find: typeof sourceAdapterOf,
): Promise<Result<AcceptDeliveryResult>> {
  const tokenHash = await ctx.secrets.hash(arrived.post.token);
  for (let tries = 0; tries < 3; tries++) {
    try {
      const accepted = await acceptFromKnownSource(ctx, arrived, tokenHash, find);
      if (!accepted.ok && accepted.failure.name === "missing") forgetCachedSource(ctx, tokenHash);
      return accepted;
    } catch (error) {
      if (!(error instanceof SourceChangedError)) throw error;
      forgetCachedSource(ctx, tokenHash);
    }
  }
  throw new DatabaseAwayError("the source changed three times");
}

/**
 * Stores the delivery in an inbox (`kept`) while the database is away, if an inbox is bound and this isolate knows the
 * source. It waits four seconds at most. Returns null when no inbox can store it either.
 */
async function keepInInbox(
  ctx: Ctx,
  arrived: IncomingDelivery,
  find: typeof sourceAdapterOf,
): Promise<Result<AcceptDeliveryResult> | null> {
  const tokenHash = await ctx.secrets.hash(arrived.post.token);
  return withDatabaseTimeout(storeDeliveryInInbox(ctx, { arrived, tokenHash }, find), inboxTimeoutMs).catch(
    (error: unknown) => {
      ctx.log.error("ingest.keep_failed", error);
      return null;
    },
  );
}

/**
 * Accepts one delivery of an external tool (docs/protocols.md, "Accepting alerts"). It is stored before the response
 * and settled afterwards; only the token authorises it. Failures: missing, limited, overloaded (not stored; the tool
 * retries), or a refusal. Refusals and settings that cannot be decrypted are recorded and raise an alert.
 */
export async function acceptDelivery(
  ctx: Ctx,
  post: IngestRequest,
  find = sourceAdapterOf,
): Promise<Result<AcceptDeliveryResult>> {
  const arrived: IncomingDelivery = { post, id: ctx.id(), at: ctx.now(), patience: newSenderPatience() };
  try {
    return await acceptFromFreshSource(ctx, arrived, find);
  } catch (error) {
    const away = databaseAwayFailure(error);
    if (away === null) throw error;
    ctx.log.error("ingest.database_away", error);
    const kept = mayKeepInInbox(ctx, error) ? await keepInInbox(ctx, arrived, find) : null;
    return kept ?? fail(away);
  }
}
