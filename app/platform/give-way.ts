import type { Ctx } from "./ctx";
import { keptInIsolate, RecentMap } from "./isolate";
import type { Meter } from "./meter";

type Working = Pick<Ctx, "sleep" | "now" | "meter">;

/** So long work stands back for those who wait, and looks again meanwhile, in ms. */
const most = 20;
const between = 2;
/** So long one invocation stands back in all, in ms: a page is leased for ten seconds. */
const inAll = 5000;
/** An answer that takes longer counts no more: its client may have gone, and nobody is told of that. */
const longest = 5000;

/** Since when each request is being answered that somebody waits for, UTC ms. One that is broken off never leaves by itself. */
const waiting = keptInIsolate(new RecentMap<symbol, number>({ entries: 500 }));

/** How long each invocation has stood back, in ms. */
const stoodBack = new WeakMap<Meter, number>();

/** Somebody waits for this answer: meanwhile work for which nobody does stands back. */
export async function awaited<T>(answer: () => Promise<T>, now: () => number = Date.now): Promise<T> {
  const mark = Symbol();
  waiting.set(mark, now());
  try {
    return await answer();
  } finally {
    waiting.delete(mark);
  }
}

/** A clock that was set back makes some of them lie ahead: they count no more either. */
function isAwaited(now: number): boolean {
  for (const [mark, since] of waiting) {
    if (Math.abs(now - since) < longest) return true;
    waiting.delete(mark);
  }
  return false;
}

/**
 * Called between two slices of work: what has come in meanwhile is answered first. One thread serves views, the tick and
 * the sender on one machine; without this a view would wait for all that a tick does in one go. Time counts, not turns, and
 * of one invocation in all: where the thread is overrun a turn takes long, and work that is put off at each slice loses its lease.
 */
export async function giveWay({ sleep, now, meter }: Working): Promise<void> {
  const before = stoodBack.get(meter) ?? 0;
  if (before >= inAll) return;
  const since = now();
  await sleep(0);
  for (let looked = 0; looked < most / between && now() < since + most && isAwaited(now()); looked++)
    await sleep(between);
  stoodBack.set(meter, before + Math.max(0, now() - since));
}

/** Works through all of them, and gives way after each slice of so many. */
export async function inSlices<One, Made>(
  ctx: Working,
  all: readonly One[],
  slice: number,
  work: (one: One) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, one] of all.entries()) {
    if (index > 0 && index % slice === 0) await giveWay(ctx);
    made.push(work(one));
  }
  return made;
}
