import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type Meter, remainingMeterBudget, withReservedBudget } from "~/platform/meter";
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

  /** Waits at least `share` of the time that is left, in 0–1: who may ask only a few times more spreads these. */
  async pause(share = 0): Promise<void> {
    const waited = Math.max(this.slept, this.ctx.now() - this.began);
    const chance = this.ctx.chance();
    const spread = (maxDecideMs - waited) * share * (0.5 + chance / 2);
    const pause = Math.max(pauseAfter(this.tries++, chance), spread);
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
  /** Statements that reading them took; the next attempt reads only the timeline again. */
  cost = 0;

  constructor(private readonly meter: Pick<Meter, "statements">) {}

  async once<T>(read: () => Promise<T>): Promise<T> {
    if (this.areKept) return this.facts as T;
    const before = this.meter.statements;
    const facts = await read();
    this.facts = facts;
    this.areKept = true;
    this.cost = this.meter.statements - before;
    return facts;
  }
}

const statementsToRelease = 1;
/** Statements that read the timeline again, beside facts that are kept. */
const statementsToReread = 2;

const run = (ctx: Ctx, { sql, params }: SqlStatement) => ctx.d1.batch([ctx.d1.prepare(sql).bind(...params)]);

/** The page whose timeline was lost, and the statements that the next attempt needs. */
interface NextAttempt {
  pageId: string;
  cost: number;
}

/**
 * Reserves the page's timeline for the next attempt, so that it does not lose a second race; one statement each time it
 * asks. It asks as often as leaves the attempt its room, spread over the time that is left.
 */
async function hold(ctx: Ctx, { pageId, cost }: NextAttempt, patience: Patience): Promise<string> {
  for (;;) {
    const [holding] = await retryWhileDatabaseAway(ctx, () => run(ctx, holdTimelineStatement(pageId, ctx)));
    if (holding?.results.length !== 0) return pageId;
    const asksLeft = remainingMeterBudget(ctx.meter) - cost - statementsToRelease;
    if (asksLeft < 1) throw new WriteContentionError("no room to wait for the timeline");
    await patience.pause(1 / (asksLeft + 1));
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

/** Keeps a statement in reserve to release the timeline while it is reserved. */
const trying = <T>(ctx: Ctx, heldPageId: string | null, attempt: () => Promise<T>): Promise<T> =>
  heldPageId === null ? attempt() : withReservedBudget(ctx.meter, statementsToRelease, attempt);

/**
 * Decides again on fresh facts when a race was lost, for up to two seconds, then 503; one at a time in an isolate. An
 * attempt that lost the timeline reserves it for the next one, and keeps what it read besides.
 */
export async function decideWithRetry<T>(ctx: Ctx, attempt: (keptFacts: ReusableFacts) => Promise<T>): Promise<T> {
  const patience = new Patience(ctx);
  let keptFacts = new ReusableFacts(ctx.meter);
  let heldPageId: string | null = null;
  try {
    for (;;) {
      const before = { statements: ctx.meter.statements, readCost: keptFacts.cost };
      try {
        return await trying(ctx, heldPageId, () => attempt(keptFacts)).finally(() => endRetryTurn(ctx));
      } catch (error) {
        if (!(error instanceof LostRaceError)) throw error;
        const spent = ctx.meter.statements - before.statements;
        const cost = spent - (keptFacts.cost - before.readCost) + statementsToReread;
        await patience.pause();
        patience.count(await waitForRetryTurn(ctx));
        if (!(error instanceof LostTimelineError)) keptFacts = new ReusableFacts(ctx.meter);
        else if (error.pageId !== null) heldPageId = await hold(ctx, { pageId: error.pageId, cost }, patience);
      }
    }
  } finally {
    endRetryTurn(ctx);
    if (heldPageId !== null) await free(ctx, heldPageId);
  }
}
