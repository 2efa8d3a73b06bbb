import type { Ctx } from "~/platform/ctx";
import { hourMs, minuteMs } from "~/time/durations";
import {
  type DueSnapshotCopy,
  listDueSnapshotCopies,
  listLaggingSnapshotCopies,
  markSnapshotCopiesTried,
  maxLaggingSnapshotCopies,
  type SnapshotCopyAttempt,
} from "../../queries/copies";
import type { SnapshotPart } from "../../queries/snapshot";
import type { ParsedDocument } from "../../rules/read-document";
import { parseRecentDocument } from "../../rules/recent-document";
import { parseSnapshot } from "../../rules/snapshot-packing";
import {
  countAffordableSnapshotCopies,
  deleteSnapshotCopies,
  writeSnapshotCopiesStamp,
  writeSnapshotCopy,
} from "./copies";

const readers: Record<SnapshotPart, (body: string) => ParsedDocument<object>> = {
  home: parseSnapshot,
  recent: parseRecentDocument,
};

/** Tolerance for a tick that comes a little early or late, in ms. */
const tickMarginMs = 30_000;

/** Number of statements: one each for the due, the written and the lagging copies. */
const statements = 3;

/** Number of documents held at once, of up to 500 KB each. */
const maxHeldDocuments = 10;

/**
 * Age at which an unchanged part is copied again without KV, in ms. With KV, the stamp confirms that it has not
 * changed.
 */
const every: Record<SnapshotPart, number> = { home: 10 * minuteMs - tickMarginMs, recent: 6 * hourMs };

/**
 * Writes a copy. A document that cannot be read here is not copied: a later version writes its own, and a broken
 * document is built again.
 */
async function write(
  ctx: Ctx,
  { slug, part, built, body, behindSince }: DueSnapshotCopy,
): Promise<SnapshotCopyAttempt> {
  const { document } = readers[part](body);
  const kept = document !== null && (await writeSnapshotCopy(ctx, { part, slug }, { document, behindSince }));
  return { slug, part, copied: kept ? built : null };
}

/** Marks the copies as written, and deletes those of pages that became private since. */
async function mark(ctx: Ctx, tried: readonly SnapshotCopyAttempt[]): Promise<void> {
  if (tried.length === 0) return;
  const shown = new Set(await markSnapshotCopiesTried(ctx, tried));
  const hidden = new Set(tried.map(({ slug }) => slug).filter((slug) => !shown.has(slug)));
  for (const slug of hidden) await deleteSnapshotCopies(ctx, slug);
}

/** Stamps the copies of all pages with a single write to KV. */
async function vouch(ctx: Ctx): Promise<void> {
  const at = ctx.now();
  const lagging = await listLaggingSnapshotCopies(ctx);
  if (lagging.length <= maxLaggingSnapshotCopies) await writeSnapshotCopiesStamp(ctx, at, lagging);
}

/**
 * Writes the copies outside D1 that publishing left, oldest first, as far as the budget allows. KV is written only for
 * changed pages, plus one stamp for each tick; the data centre's cache costs nothing, so its copies are renewed in
 * turn.
 */
export async function refreshSnapshotCopies(ctx: Ctx, stamps: boolean): Promise<void> {
  const count = Math.min(maxHeldDocuments, countAffordableSnapshotCopies(ctx, statements));
  if (count < 1) return;
  const hasStamp = ctx.bindings.COPIES !== undefined;
  const tried: SnapshotCopyAttempt[] = [];
  for (const due of await listDueSnapshotCopies(ctx, { count, unchanged: hasStamp ? 0 : maxHeldDocuments, every })) {
    tried.push(await write(ctx, due));
  }
  await mark(ctx, tried);
  if (stamps && hasStamp) await vouch(ctx);
}
