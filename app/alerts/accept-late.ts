import { type Failure, fail } from "~/failures/failure";
import { afterwards, type Ctx } from "~/platform/ctx";
import { logLeft } from "~/platform/left-over";
import { sourceOf } from "~/sources/kinds/known-kinds";
import { sourceOfAnyPage } from "~/sources/queries/source";
import type { Examined } from "./delivery-parts";
import { rawOf } from "./examine";
import { keepDeliveries } from "./keep-delivery";
import { SourceChanged } from "./keep-together";
import { type KeptPost, readPost } from "./kept-post";
import { keptRequest } from "./kept-request";
import { forgetSource, sourceOfToken } from "./known-source";
import type { SourceRow } from "./queries/accept-facts";
import { identify, readWith } from "./read-post";
import { settleInTurn } from "./settling/engine/settle-in-turn";

/** What an inbox kept. */
export interface LatePost {
  id: string;
  /** When it came, UTC ms. */
  at: number;
  /** As `writePost` wrote it. */
  text: string;
}

/** It is in, or nobody's any more; or when it is to be tried again, in seconds. */
export type LateOutcome = "done" | { retryAfter: number };

interface Found extends LatePost {
  kept: KeptPost;
}

/** Its address was replaced while it lay there: it leaves its row, and the alert about its source. */
const revoked: Failure = { name: "unauthenticated", code: "revoked" };

async function refusedAsRevoked(ctx: Ctx, { kept, id, at }: Found): Promise<Examined | null> {
  const source = await sourceOfAnyPage(ctx, kept.sourceId);
  const adapter = source && sourceOf(source.kind);
  if (!source || !adapter) return null;
  const { headers } = keptRequest(rawOf(kept.post, new Uint8Array()), adapter);
  const delivery = { id, eventId: false, headers, body: "", bodyHash: "" };
  return { source, adapter, delivery, result: fail(revoked), arrivedAt: at, wasKept: true };
}

/** Null where its source is gone. */
async function examineLate(ctx: Ctx, found: Found): Promise<Examined | { retryAfter: number } | null> {
  const { kept, id, at } = found;
  const known = await sourceOfToken(ctx, kept.tokenHash);
  const adapter = known && sourceOf(known.row.kind);
  if (!adapter) return refusedAsRevoked(ctx, found);
  const understood = await readWith(ctx, { known, adapter }, kept.post, at);
  if (!understood.ok && understood.failure.name === "overloaded") return { retryAfter: understood.failure.retryAfter };
  const delivery = await identify(ctx, adapter, { post: kept.post, id, at }, understood);
  const bytes = kept.post.body.ok ? kept.post.body.value.length : 0;
  const result = understood.ok ? { ok: true as const, value: understood.value.reading } : understood;
  return { source: known.row, adapter, delivery, bytes, result, arrivedAt: at, wasKept: true };
}

const isExamined = (each: Examined | { retryAfter: number } | null): each is Examined =>
  each !== null && "source" in each;

const outcomeOf = (failure: Failure): LateOutcome =>
  failure.name === "overloaded" || failure.name === "limited" ? { retryAfter: failure.retryAfter } : "done";

async function settleSoon(ctx: Ctx, { pageId, id }: SourceRow): Promise<void> {
  await settleInTurn(afterwards(ctx, { kind: "machine", id }), pageId).catch((error: unknown) => {
    logLeft(ctx.log, "settle.failed", error, { page: pageId, source: id });
  });
}

async function acceptOnce(ctx: Ctx, all: readonly Found[]): Promise<LateOutcome[]> {
  const examined: Awaited<ReturnType<typeof examineLate>>[] = [];
  for (const each of all) examined.push(await examineLate(ctx, each));
  const read = examined.filter(isExamined);
  const results = await keepDeliveries(ctx, read);
  const settling = read.find((_, index) => results[index]?.ok && results[index].value.settles);
  if (settling) await settleSoon(ctx, settling.source);
  return examined.map((each) => {
    if (!isExamined(each)) return each ?? "done";
    const result = results[read.indexOf(each)];
    return !result || result.ok ? "done" : outcomeOf(result.failure);
  });
}

/**
 * Takes in what an inbox kept for one page, in the order in which it came and decided as of then: what was heard of an
 * alert since stays. A delivery that is in already is done; one that is refused by now leaves its row and an alert about
 * its source. Throws DatabaseAway, and then all of it may be given again.
 */
export async function acceptLate(ctx: Ctx, posts: readonly LatePost[]): Promise<LateOutcome[]> {
  const all = posts.map((each) => ({ ...each, kept: readPost(each.text) }));
  for (let tries = 1; ; tries++) {
    try {
      return await acceptOnce(ctx, all);
    } catch (error) {
      if (!(error instanceof SourceChanged) || tries === 3) throw error;
      for (const { kept } of all) forgetSource(ctx, kept.tokenHash);
    }
  }
}
