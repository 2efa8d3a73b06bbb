import { type Commit, commit } from "~/commit/commit";
import { decideWithRetry } from "~/commit/decide-with-retry";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { roomIn } from "~/platform/meter";
import type { Unit } from "~/time/units";
import { pageOf, restatingRowOf } from "../queries/restating";
import { planCountingStep } from "./count";
import { planReading } from "./read-log";
import { stepOf } from "./restating-step";
import { planWriting } from "./write-days";

/** Statements of one step. */
export const restateStatements = 16;
/** Steps of a page in one round, and its longest time in ms. */
const stepsPerRound = 12;
const maxRoundMs = 4000;
/** Room required for a further step, because work that others wait for follows in the same invocation. */
const minStatementsForNext = 3 * restateStatements;

/** Returns what is due next on a page; null = nothing is. */
async function planOf(ctx: Ctx, pageId: string): Promise<Commit | null> {
  const [[row], [page]] = await read(ctx, restatingRowOf(ctx, pageId), pageOf(ctx, pageId));
  if (!row || row.dueAt === null || row.dueAt > ctx.now()) return null;
  if (!page || page.deletedAt !== null) return stepOf(ctx, row, { dueAt: null, watchLog: null });
  if (row.stage === "reading") return planReading(ctx, row);
  if (row.stage === "counting") return planCountingStep(ctx, row, page);
  if (row.stage === "found") return stepOf(ctx, row, { stage: "writing", startedAt: ctx.now() });
  return row.stage === "writing" ? planWriting(ctx, row, page) : stepOf(ctx, row, { dueAt: null });
}

/**
 * Takes one step as one commit, guarded by the row that it advances. If it is interrupted, the next step continues at
 * the same place.
 */
const takeStep = (ctx: Ctx, pageId: string): Promise<Commit | null> =>
  decideWithRetry(ctx, async () => {
    const plan = await planOf(ctx, pageId);
    if (plan) await commit(ctx, plan);
    return plan;
  });

/**
 * Continues to restate a page's past (docs/protocols.md, "Status and timeline"): a few steps, as far as there is room.
 * Returns the commits that were made.
 */
export async function restatePage(ctx: Ctx, { pageId }: Pick<Unit, "pageId">): Promise<Commit[]> {
  const made: Commit[] = [];
  const end = ctx.now() + maxRoundMs;
  do {
    const step = await takeStep(ctx, pageId);
    if (!step) break;
    made.push(step);
  } while (made.length < stepsPerRound && roomIn(ctx.meter) >= minStatementsForNext && ctx.now() < end);
  return made;
}
