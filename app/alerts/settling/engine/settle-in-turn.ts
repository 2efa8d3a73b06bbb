import type { Ctx } from "~/platform/ctx";
import { withDatabaseTimeout } from "~/platform/database";
import { oncePerDeployment } from "~/platform/isolate";
import { askPageObject } from "~/platform/page-object";
import { settlePage } from "./settle";

/** Longest wait for one settling, in ms; its lease has expired after that. */
const maxSettleMs = 20_000;

/** Pause between two settlings in an alert storm, in ms; the next one covers everything that arrived in it. */
const settlePauseMs = 50;

interface SettlingQueue {
  running: Promise<unknown>;
  /** True when a second settling waits, which will cover all that is written before it starts. */
  isNextThere: boolean;
}

/** Settlings by page; an entry is removed when it is done. */
const settlingsOf = oncePerDeployment(() => new Map<string, SettlingQueue>());

/** Settles a page in its Durable Object where there is one. */
async function settleSomewhere(ctx: Ctx, pageId: string): Promise<void> {
  const asked = { what: "settle", body: { pageId }, patience: maxSettleMs } as const;
  if ((await askPageObject(ctx, pageId, asked)) === null) await settlePage(ctx, pageId, false);
}

/** In the page's object: settles what another invocation of this deployment wrote. */
export async function settlePageForCaller(ctx: Ctx, asked: unknown): Promise<{ settled: true }> {
  await settlePage(ctx, (asked as { pageId: string }).pageId, false);
  return { settled: true };
}

function begin(ctx: Ctx, pageId: string): Promise<void> {
  const pages = settlingsOf(ctx);
  const work = settleSomewhere(ctx, pageId);
  const mine = { running: work.catch(() => undefined), isNextThere: false };
  pages.set(pageId, mine);
  return work.finally(() => {
    if (pages.get(pageId) === mine && !mine.isNextThere) pages.delete(pageId);
  });
}

async function beginAfter(ctx: Ctx, pageId: string, { running }: SettlingQueue): Promise<void> {
  await withDatabaseTimeout(running, maxSettleMs).catch(() => undefined);
  await ctx.sleep(settlePauseMs);
  return begin(ctx, pageId);
}

/**
 * Settles the page for everything that is already written, one settling at a time in this isolate. While one runs a
 * second waits, and further callers rely on the second. Resolves when it is done, or at once when another one will do
 * it.
 */
export async function settlePageSerially(ctx: Ctx, pageId: string): Promise<void> {
  const present = settlingsOf(ctx).get(pageId);
  if (!present) return begin(ctx, pageId);
  if (present.isNextThere) return;
  present.isNextThere = true;
  return beginAfter(ctx, pageId, present);
}
