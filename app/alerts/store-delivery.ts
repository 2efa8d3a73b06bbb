import { ok, type Result } from "~/failures/failure";
import { awaitWhileSenderWaits } from "~/platform/cells/inbox-call";
import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { yieldToRequests } from "~/platform/give-way";
import { logDeferredWork } from "~/platform/log-left-work";
import { refundDeliveryLimit, spendDeliveryLimit } from "./delivery-limit";
import type { AcceptDeliveryResult, ExaminedDelivery, StoreDeliveryResult } from "./delivery-parts";
import type { ParsedDelivery } from "./examine";
import { storeExaminedDelivery } from "./keep-delivery";
import { verifyEncryptionKey } from "./known-source";
import { recordCredentialUses } from "./note-use";
import type { SourceRow } from "./queries/accept-facts";
import { type IncomingDelivery, type IngestSource, identifyDelivery, parseDelivery, readRestOfBody } from "./read-post";
import { settlePageSerially } from "./settling/engine/settle-in-turn";

const isRepeat = (kept: StoreDeliveryResult) =>
  kept.duplicate || (kept.alerts.length > 0 && kept.alerts.every((each) => each.outcome === "repeat"));

function settleAfter(ctx: Ctx, source: SourceRow): void {
  const machine = ctxAfterAnswer(ctx, { kind: "machine", id: source.id });
  const work = settlePageSerially(machine, source.pageId).catch((error: unknown) => {
    logDeferredWork(ctx.log, "settle.failed", error, { page: source.pageId, source: source.id });
  });
  ctx.defer(work);
}

const readingOf = (understood: Result<ParsedDelivery>) => (understood.ok ? ok(understood.value.reading) : understood);

interface KnownSender extends IngestSource {
  tokenHash: string;
}

/**
 * Reads a delivery with the settings of its source, spends its limit, stores it, and settles its page after the answer.
 * Throws SourceChangedError when the source is not as this isolate knows it.
 */
export async function readAndStoreDelivery(
  ctx: Ctx,
  { known, adapter, tokenHash }: KnownSender,
  arrived: IncomingDelivery,
): Promise<Result<AcceptDeliveryResult>> {
  const source = known.row;
  const post = await readRestOfBody(ctx, { known, adapter }, arrived.post);
  const understood = await parseDelivery(ctx, { known, adapter }, post, ctx.now());
  const spent = spendDeliveryLimit(ctx, { sourceId: source.id, adapter, isGenuine: understood.ok });
  if (!spent.ok) return spent;
  // A body of a hundred alerts is read without a pause, and in a storm thirty such bodies are in progress.
  await yieldToRequests(ctx);
  arrived.at = ctx.now();
  const delivery = await identifyDelivery(ctx, adapter, { ...arrived, post }, understood);
  const bytes = post.body.ok ? post.body.value.length : 0;
  const [result, arrivedAt] = [readingOf(understood), arrived.at];
  const examined: ExaminedDelivery = { source, adapter, result, delivery, bytes, arrivedAt };
  const kept = await awaitWhileSenderWaits(ctx, storeExaminedDelivery(ctx, examined), arrived.patience);
  if (kept.ok && understood.ok && isRepeat(kept.value)) refundDeliveryLimit(source.id);
  if (kept.ok && kept.value.settles) settleAfter(ctx, source);
  if (!kept.ok) return kept;
  // The commit was guarded by the source as this isolate knows it, so the cached source is known to be current.
  known.readAt = ctx.now();
  ctx.defer(verifyEncryptionKey(ctx));
  if (!understood.ok) return understood;
  const { message, reading, byOldSettings: oldSettings = false } = understood.value;
  recordCredentialUses(ctx, known, { tokenHash, oldSettings });
  const { id, duplicate, alerts } = kept.value;
  const accepted = { id, duplicate, alerts, skipped: reading.skipped };
  return ok({ ...accepted, answer: adapter.answer({ message, accepted }) });
}
