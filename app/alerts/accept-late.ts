import { type Failure, fail, ok } from "~/failures/failure";
import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";
import { sourceAdapterOf } from "~/sources/kinds/known-kinds";
import { readSourceOfAnyPage } from "~/sources/queries/source";
import type { ExaminedDelivery } from "./delivery-parts";
import { SourceChangedError } from "./delivery-round";
import { toRawRequest } from "./examine";
import { storeEachDelivery } from "./keep-delivery";
import { type InboxRequest, parseInboxRequest } from "./kept-post";
import { requestPartsToStore } from "./kept-request";
import { forgetCachedSource, loadSourceByToken } from "./known-source";
import type { SourceRow } from "./queries/accept-facts";
import { identifyDelivery, parseDelivery } from "./read-post";
import { settlePageSerially } from "./settling/engine/settle-in-turn";

/** A delivery that an inbox kept. */
export interface InboxDelivery {
  id: string;
  /** Time when the delivery arrived, UTC ms. */
  at: number;
  /** The text that `serialiseInboxRequest` wrote. */
  text: string;
}

/**
 * "done" when the delivery is stored or its source is gone; else the seconds until it is tried again, or the error
 * thrown.
 */
export type InboxDeliveryOutcome = "done" | { retryAfter: number } | { error: unknown };

interface LateDelivery extends InboxDelivery {
  kept: InboxRequest;
}

/**
 * The source's address was replaced while the delivery lay in the inbox; it leaves its row and the alert about its
 * source.
 */
const revoked: Failure = { name: "unauthenticated", code: "revoked" };

const bodyOf = ({ post }: InboxRequest) => (post.body.ok ? post.body.value : new Uint8Array());

/**
 * Keeps the body of a delivery that is refused now: its sender was verified when it arrived, so people may read it
 * again.
 */
async function refusedAsRevoked(ctx: Ctx, { kept, id, at }: LateDelivery): Promise<ExaminedDelivery | null> {
  const source = await readSourceOfAnyPage(ctx, kept.sourceId);
  const adapter = source && sourceAdapterOf(source.kind);
  if (!source || !adapter) return null;
  const delivery = {
    id,
    eventId: false,
    ...requestPartsToStore(toRawRequest(kept.post, bodyOf(kept)), adapter),
    bodyHash: "",
  };
  return { source, adapter, delivery, result: fail(revoked), arrivedAt: at, wasKept: true };
}

/**
 * Examines a stored delivery with the settings that authenticated its sender when it arrived. Returns null when its
 * source was deleted.
 */
async function examineLate(ctx: Ctx, found: LateDelivery): Promise<ExaminedDelivery | { retryAfter: number } | null> {
  const { kept, id, at } = found;
  const { post } = kept;
  const known = await loadSourceByToken(ctx, kept.tokenHash, at);
  const adapter = known && sourceAdapterOf(known.row.kind);
  if (!adapter || (post.kind && post.kind !== adapter.kind)) return refusedAsRevoked(ctx, found);
  const understood = await parseDelivery(ctx, { known, adapter }, post, at);
  if (!understood.ok && understood.failure.name === "overloaded") return { retryAfter: understood.failure.retryAfter };
  const identified = await identifyDelivery(ctx, adapter, { post, id }, understood);
  const delivery = understood.ok
    ? identified
    : { ...identified, body: requestPartsToStore(toRawRequest(post, bodyOf(kept)), adapter).body };
  const result = understood.ok ? ok(understood.value.reading) : understood;
  return { source: known.row, adapter, delivery, bytes: bodyOf(kept).length, result, arrivedAt: at, wasKept: true };
}

const isExamined = (each: ExaminedDelivery | { retryAfter: number } | null): each is ExaminedDelivery =>
  each !== null && "source" in each;

const outcomeOf = (failure: Failure): InboxDeliveryOutcome =>
  failure.name === "overloaded" || failure.name === "limited" ? { retryAfter: failure.retryAfter } : "done";

async function settleSoon(ctx: Ctx, { pageId, id }: SourceRow): Promise<void> {
  await settlePageSerially(ctxAfterAnswer(ctx, { kind: "machine", id }), pageId).catch((error: unknown) => {
    logDeferredWork(ctx.log, "settle.failed", error, { page: pageId, source: id });
  });
}

async function acceptOnce(ctx: Ctx, all: readonly LateDelivery[]): Promise<InboxDeliveryOutcome[]> {
  const examined: Awaited<ReturnType<typeof examineLate>>[] = [];
  for (const each of all) examined.push(await examineLate(ctx, each));
  const read = examined.filter(isExamined);
  const results = await storeEachDelivery(ctx, read);
  const settling = read.find((_, index) => {
    const result = results[index];
    return result?.status === "fulfilled" && result.value.ok && result.value.value.settles;
  });
  if (settling) await settleSoon(ctx, settling.source);
  return examined.map((each): InboxDeliveryOutcome => {
    if (!isExamined(each)) return each ?? "done";
    const result = results[read.indexOf(each)];
    if (result?.status === "rejected") return { error: result.reason };
    return !result || result.value.ok ? "done" : outcomeOf(result.value.failure);
  });
}

const isChanged = (outcome: InboxDeliveryOutcome): boolean =>
  typeof outcome === "object" && "error" in outcome && outcome.error instanceof SourceChangedError;

/**
 * Stores what an inbox kept for one page, in order of arrival and as of that time; later reports of an alert stay. A
 * repeated delivery is "done"; a delivery that is refused now is recorded and raises an alert about its source. Throws
 * what reading the sources threw; then the same posts may be passed again.
 */
export async function acceptInboxDeliveries(
  ctx: Ctx,
  posts: readonly InboxDelivery[],
): Promise<InboxDeliveryOutcome[]> {
  const all = posts.map((each) => ({ ...each, kept: parseInboxRequest(each.text) }));
  const outcomes = await acceptOnce(ctx, all);
  const changed = all.filter((_, index) => isChanged(outcomes[index] ?? "done"));
  if (changed.length === 0) return outcomes;
  for (const { kept } of changed) forgetCachedSource(ctx, kept.tokenHash);
  const again = await acceptOnce(ctx, changed);
  return outcomes.map((each, index) =>
    isChanged(each) ? (again[changed.indexOf(all[index] as LateDelivery)] ?? each) : each,
  );
}
