import { ok, type Result } from "~/failures/failure";
import { whileSenderWaits } from "~/platform/cells/inbox-call";
import { afterwards, type Ctx } from "~/platform/ctx";
import { giveWay } from "~/platform/give-way";
import { logLeftWork } from "~/platform/log-left-work";
import { refundDelivery, spendDelivery } from "./delivery-limit";
import type { AcceptResult, ExaminedDelivery, StoredResult } from "./delivery-parts";
import type { ParsedMessage } from "./examine";
import { keepDelivery } from "./keep-delivery";
import { learnOwnKey } from "./known-source";
import { noteUses } from "./note-use";
import type { SourceRow } from "./queries/accept-facts";
import { type IncomingPost, identify, type PostSender, parsePost, readRestOfBody } from "./read-post";
import { settleInTurn } from "./settling/engine/settle-in-turn";

const isRepeat = (kept: StoredResult) =>
  kept.duplicate || (kept.alerts.length > 0 && kept.alerts.every((each) => each.outcome === "repeat"));

function settleAfter(ctx: Ctx, source: SourceRow): void {
  const machine = afterwards(ctx, { kind: "machine", id: source.id });
  const work = settleInTurn(machine, source.pageId).catch((error: unknown) => {
    logLeftWork(ctx.log, "settle.failed", error, { page: source.pageId, source: source.id });
  });
  ctx.defer(work);
}

const readingOf = (understood: Result<ParsedMessage>) => (understood.ok ? ok(understood.value.reading) : understood);

interface KnownSender extends PostSender {
  tokenHash: string;
}

/**
 * Reads a delivery with the settings of its source, spends its limit, stores it, and settles its page after the answer.
 * Throws SourceChangedError when the source is not as this isolate knows it.
 */
export async function storeDelivery(
  ctx: Ctx,
  { known, adapter, tokenHash }: KnownSender,
  arrived: IncomingPost,
): Promise<Result<AcceptResult>> {
  const source = known.row;
  const post = await readRestOfBody(ctx, { known, adapter }, arrived.post);
  const understood = await parsePost(ctx, { known, adapter }, post, ctx.now());
  const spent = spendDelivery(ctx, { sourceId: source.id, adapter, isGenuine: understood.ok });
  if (!spent.ok) return spent;
  // A body of a hundred alerts is read without a pause, and in a storm thirty such bodies are in progress.
  await giveWay(ctx);
  arrived.at = ctx.now();
  const delivery = await identify(ctx, adapter, { ...arrived, post }, understood);
  const bytes = post.body.ok ? post.body.value.length : 0;
  const [result, arrivedAt] = [readingOf(understood), arrived.at];
  const examined: ExaminedDelivery = { source, adapter, result, delivery, bytes, arrivedAt };
  const kept = await whileSenderWaits(ctx, keepDelivery(ctx, examined), arrived.patience);
  if (kept.ok && understood.ok && isRepeat(kept.value)) refundDelivery(source.id);
  if (kept.ok && kept.value.settles) settleAfter(ctx, source);
  if (!kept.ok) return kept;
  // The commit was guarded by the source as this isolate knows it, so the cached source is known to be current.
  known.readAt = ctx.now();
  ctx.defer(learnOwnKey(ctx));
  if (!understood.ok) return understood;
  const { message, reading, byOldSettings: oldSettings = false } = understood.value;
  noteUses(ctx, known, { tokenHash, oldSettings });
  const { id, duplicate, alerts } = kept.value;
  const accepted = { id, duplicate, alerts, skipped: reading.skipped };
  return ok({ ...accepted, answer: adapter.answer({ message, accepted }) });
}
