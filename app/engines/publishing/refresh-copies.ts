import { copiesDue, type DueCopy, markCopied, type Tried } from "~/db/queries/copies";
import type { SnapshotPart } from "~/db/queries/snapshot";
import type { Ctx } from "~/platform/ctx";
import type { Plan } from "~/rules/plan/plan-budget";
import { unpackSnapshot } from "~/rules/snapshot/snapshot-packing";
import { forgetCopies, keepCopy, roomForCopies } from "./copies";

const documents: Record<SnapshotPart, (body: string) => unknown> = { home: unpackSnapshot, recent: JSON.parse };

const [minute, hour] = [60_000, 3_600_000];

/** A tick comes a little early or late. */
const margin = 30_000;

/** Which are due, and which were written. */
const statements = 2;

/** Documents that are held at once, of up to 500 KB each. */
const atOnce = 10;

interface Pace {
  /** After how long a part is copied although it has not changed; ms. */
  every: Record<SnapshotPart, number>;
  /** Of those at most so many at once. */
  unchanged: number;
  /** Each minute, or only with each stamp, about every ten minutes. */
  eachMinute: boolean;
}

/**
 * KV on the free plan takes 1,000 writes a day. Three with each stamp are 432: 20 quiet pages take turns, their front
 * pages about hourly and their feeds daily, and more than half is left for what changes.
 */
const paces: Record<Plan, Pace> = {
  free: { every: { home: 10 * minute - margin, recent: 24 * hour }, unchanged: 3, eachMinute: false },
  paid: { every: { home: 10 * minute - margin, recent: 6 * hour }, unchanged: atOnce, eachMinute: true },
  own: { every: { home: 10 * minute - margin, recent: 6 * hour }, unchanged: atOnce, eachMinute: true },
};

async function write(ctx: Ctx, { slug, part, built, body, behindSince }: DueCopy): Promise<Tried> {
  const kept = await keepCopy(ctx, { part, slug }, { document: documents[part](body), behindSince });
  return { slug, part, copied: kept ? built : null };
}

/** Who was made private while its copy was written is forgotten at once. */
async function mark(ctx: Ctx, tried: readonly Tried[]): Promise<void> {
  if (tried.length === 0) return;
  const shown = new Set(await markCopied(ctx, tried));
  const hidden = new Set(tried.map(({ slug }) => slug).filter((slug) => !shown.has(slug)));
  for (const slug of hidden) await forgetCopies(ctx, slug);
}

/**
 * The copies outside D1 that publishing left, oldest first and as far as the invocation carries; in turn also what has
 * not changed, so that a copy says of a later time that all was so. Two statements, and the calls of each copy.
 */
export async function refreshCopies(ctx: Ctx, stamps: boolean): Promise<void> {
  const count = Math.min(atOnce, roomForCopies(ctx, statements));
  if (count < 1) return;
  const { every, unchanged, eachMinute } = paces[ctx.config.plan];
  const tried: Tried[] = [];
  for (const due of await copiesDue(ctx, { count, unchanged: stamps || eachMinute ? unchanged : 0, every })) {
    tried.push(await write(ctx, due));
  }
  await mark(ctx, tried);
}
