import type { Ctx } from "~/platform/ctx";
import { within } from "~/platform/database";
import { onePerDeployment } from "~/platform/isolate";
import { askPageObject } from "~/platform/page-object";
import { settle } from "./settle";

/** So long one settling is waited for at the most, in ms: its lease is over by then. */
const longestSettling = 20_000;

/** In a storm the next one begins so long after the last, in ms: it settles all that came meanwhile. */
const breath = 50;

interface SettlingInTurn {
  running: Promise<unknown>;
  /** Somebody waits who settles all that was written before it begins. */
  isNextThere: boolean;
}

/** By page; one leaves when it is done. */
const settlingsOf = onePerDeployment(() => new Map<string, SettlingInTurn>());

/** By the page's object, where there is one. */
async function settleSomewhere(ctx: Ctx, pageId: string): Promise<void> {
  const asked = { what: "settle", body: { pageId }, patience: longestSettling } as const;
  if ((await askPageObject(ctx, pageId, asked)) === null) await settle(ctx, pageId, false);
}

/** In the page's object: settles what another invocation of this deployment wrote. */
export async function settleForCaller(ctx: Ctx, asked: unknown): Promise<{ settled: true }> {
  await settle(ctx, (asked as { pageId: string }).pageId, false);
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

async function beginAfter(ctx: Ctx, pageId: string, { running }: SettlingInTurn): Promise<void> {
  await within(running, longestSettling).catch(() => undefined);
  await ctx.sleep(breath);
  return begin(ctx, pageId);
}

/**
 * Settles the page for what is written by now, one at a time in this isolate: while one is at it a second waits, and
 * whoever else comes leaves it to that one. Answers when it is done, or at once when another one will do it.
 */
export async function settleInTurn(ctx: Ctx, pageId: string): Promise<void> {
  const present = settlingsOf(ctx).get(pageId);
  if (!present) return begin(ctx, pageId);
  if (present.isNextThere) return;
  present.isNextThere = true;
  return beginAfter(ctx, pageId, present);
}
