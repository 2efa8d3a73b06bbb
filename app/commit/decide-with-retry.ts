import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { remainingMeterBudget, withReservedBudget } from "~/platform/meter";
import { LostRaceError, LostTimelineError, retryWhileDatabaseAway, WriteContentionError } from "~/platform/trouble";
import { holdTimelineStatement, releaseTimelineStatement } from "~/status-page/timeline/queries/status-change";
import { endRetryTurn, waitForRetryTurn } from "./retry-turn";

const maxDecideMs = 2000;
const maxPauseMs = 400;

/**
 * Returns a pause that grows and spreads with each attempt, so that those that lost together do not return together.
 */
const pauseAfter = (tries: number, chance: number) => Math.min(maxPauseMs, 10 * 2 ** tries) * (0.2 + chance);

/** Time spent on deciding. Counts pauses as well as the clock, which may stand still or go back. */
class Patience {
  private readonly began: number;
  private slept = 0;
  private tries = 0;

  constructor(private readonly ctx: Ctx) {
    this.began = ctx.now();
  }

  count(slept: number): void {
    this.slept += slept;
  }

  async pause(): Promise<void> {
    const pause = pauseAfter(this.tries++, this.ctx.chance());
    const waited = Math.max(this.slept, this.ctx.now() - this.began);
    if (waited + pause > maxDecideMs) throw new WriteContentionError("lost races for two seconds");
    await this.ctx.sleep(pause);
    this.slept += pause;
  }
}

/**
 * Facts of an attempt that the next one need not read again: a batch that lost the timeline had passed all other
 * guards.
 */
export class ReusableFacts {
  private facts: unknown;
  areKept = false;

  async once<T>(read: () => Promise<T>): Promise<T> {
    if (this.areKept) return this.facts as T;
    const facts = await read();
    this.facts = facts;
    this.areKept = true;
    return facts;
  }
}

const run = (ctx: Ctx, { sql, params }: SqlStatement) => ctx.d1.batch([ctx.d1.prepare(sql).bind(...params)]);

/**
 * Reserves the page's timeline for the next attempt, so that it does not lose a second race; one statement each time it
 * asks.
 */
async function hold(ctx: Ctx, pageId: string, patience: Patience): Promise<string> {
  for (;;) {
    const [holding] = await retryWhileDatabaseAway(ctx, () => run(ctx, holdTimelineStatement(pageId, ctx)));
    if (holding?.results.length !== 0) return pageId;
    await patience.pause();
  }
}

/**
 * Releases the timeline after an attempt with another outcome; when that fails, the reservation expires within a
 * second.
 */
async function free(ctx: Ctx, pageId: string): Promise<void> {
  if (remainingMeterBudget(ctx.meter) < 1) return;
  await run(ctx, releaseTimelineStatement(pageId, ctx)).catch(() => undefined);
}

/** Keeps one statement in reserve to release the timeline while it is reserved. */
const trying = <T>(ctx: Ctx, heldPageId: string | null, attempt: () => Promise<T>): Promise<T> =>
  heldPageId === null ? attempt() : withReservedBudget(ctx.meter, 1, attempt);

/**
 * Decides again on fresh facts when a race was lost, for up to two seconds, then 503; one at a time in an isolate. An
 * attempt that lost the timeline reserves it for the next one, and keeps what it read besides.
 */
export async function decideWithRetry<T>(ctx: Ctx, attempt: (keptFacts: ReusableFacts) => Promise<T>): Promise<T> {
  const patience = new Patience(ctx);
  let keptFacts = new ReusableFacts();
  let heldPageId: string | null = null;
  try {
    for (;;) {
      try {
        return await trying(ctx, heldPageId, () => attempt(keptFacts)).finally(() => endRetryTurn(ctx));
      } catch (error) {
        if (!(error instanceof LostRaceError)) throw error;
        await patience.pause();
        patience.count(await waitForRetryTurn(ctx));
        if (!(error instanceof LostTimelineError)) keptFacts = new ReusableFacts();
        else if (error.pageId !== null) heldPageId = await hold(ctx, error.pageId, patience);
      }
    }
  } finally {
    endRetryTurn(ctx);
    if (heldPageId !== null) await free(ctx, heldPageId);
  }
}
