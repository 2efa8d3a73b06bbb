import type { Ctx } from "~/platform/ctx";
import { copiesDue, type DueCopy, laggingCopies, markCopied, mostLagging, type Tried } from "../../queries/copies";
import type { SnapshotPart } from "../../queries/snapshot";
import type { ReadDocument } from "../../rules/read-document";
import { readRecent } from "../../rules/recent-document";
import { readSnapshot } from "../../rules/snapshot-packing";
import { forgetCopies, keepCopy, roomForCopies, stampCopies } from "./copies";

const readers: Record<SnapshotPart, (body: string) => ReadDocument<object>> = {
  home: readSnapshot,
  recent: readRecent,
};

const [minute, hour] = [60_000, 3_600_000];

/** A tick comes a little early or late. */
const margin = 30_000;

/** Which are due, which were written, and which lag. */
const statements = 3;

/** Documents that are held at once, of up to 500 KB each. */
const atOnce = 10;

/** Without KV, after how long a part is copied although it has not changed; ms. With it, the stamp says that it has not. */
const every: Record<SnapshotPart, number> = { home: 10 * minute - margin, recent: 6 * hour };

/** What cannot be read here is no copy: a later version writes its own, and what is broken is made again. */
async function write(ctx: Ctx, { slug, part, built, body, behindSince }: DueCopy): Promise<Tried> {
  const { document } = readers[part](body);
  const kept = document !== null && (await keepCopy(ctx, { part, slug }, { document, behindSince }));
  return { slug, part, copied: kept ? built : null };
}

/** Who was made private while its copy was written is forgotten at once. */
async function mark(ctx: Ctx, tried: readonly Tried[]): Promise<void> {
  if (tried.length === 0) return;
  const shown = new Set(await markCopied(ctx, tried));
  const hidden = new Set(tried.map(({ slug }) => slug).filter((slug) => !shown.has(slug)));
  for (const slug of hidden) await forgetCopies(ctx, slug);
}

/** One write to KV for all pages, however many are quiet. */
async function vouch(ctx: Ctx): Promise<void> {
  const at = ctx.now();
  const lagging = await laggingCopies(ctx);
  if (lagging.length <= mostLagging) await stampCopies(ctx, at, lagging);
}

/**
 * The copies outside D1 that publishing left, oldest first and as far as the invocation carries. KV is written only for
 * who changed, and once with each stamp of the tick; the data centre's cache alone costs nothing, and is written in turn.
 */
export async function refreshCopies(ctx: Ctx, stamps: boolean): Promise<void> {
  const count = Math.min(atOnce, roomForCopies(ctx, statements));
  if (count < 1) return;
  const hasStamp = ctx.bindings.COPIES !== undefined;
  const tried: Tried[] = [];
  for (const due of await copiesDue(ctx, { count, unchanged: hasStamp ? 0 : atOnce, every })) {
    tried.push(await write(ctx, due));
  }
  await mark(ctx, tried);
  if (stamps && hasStamp) await vouch(ctx);
}
