import { type CommitPlan, commitPlan } from "~/commit/commit";
import { decideWithRetry } from "~/commit/decide-with-retry";
import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { remainingMeterBudget } from "~/platform/meter";
import type { WorkUnit } from "~/time/units";
import { restatedPageByIdQuery, restatingOfPageQuery } from "../queries/restating";
import { planComponentCountStep } from "./count";
import { planAuditLogReadStep } from "./read-log";
import { restatingStepCommit } from "./restating-step";
import { planDaysWriteStep } from "./write-days";

/** Statements of one step. */
export const statementsPerRestateStep = 16;
/** Steps of a page in one round, and its longest time in ms. */
const stepsPerRound = 12;
const maxRoundMs = 4000;
/** Budget required for a further step, because work for which others wait follows in the same invocation. */
const minStatementsForNext = 3 * statementsPerRestateStep;

/** Returns what is due next on a page; null = nothing is. */
async function planOf(ctx: Ctx, pageId: string): Promise<CommitPlan | null> {
  const [[row], [page]] = await readBatch(ctx, restatingOfPageQuery(ctx, pageId), restatedPageByIdQuery(ctx, pageId));
  if (!row || row.dueAt === null || row.dueAt > ctx.now()) return null;
  if (!page || page.deletedAt !== null) return restatingStepCommit(ctx, row, { dueAt: null, watchLog: null });
  if (row.stage === "reading") return planAuditLogReadStep(ctx, row);
  if (row.stage === "counting") return planComponentCountStep(ctx, row, page);
  if (row.stage === "found") return restatingStepCommit(ctx, row, { stage: "writing", startedAt: ctx.now() });
  return row.stage === "writing" ? planDaysWriteStep(ctx, row, page) : restatingStepCommit(ctx, row, { dueAt: null });
}

/**
 * Takes one step as one commit, guarded by the row that it advances. If it is interrupted, the next step continues at
 * the same place.
 */
const takeStep = (ctx: Ctx, pageId: string): Promise<CommitPlan | null> =>
  decideWithRetry(ctx, async () => {
    const plan = await planOf(ctx, pageId);
    if (plan) await commitPlan(ctx, plan);
    return plan;
  });

/**
 * Continues to correct a page's history (docs/protocols.md, "Status and timeline"), with as many steps as the budget
 * allows. Returns the commits.
 */
export async function restatePageHistory(ctx: Ctx, { pageId }: Pick<WorkUnit, "pageId">): Promise<CommitPlan[]> {
  const made: CommitPlan[] = [];
  const end = ctx.now() + maxRoundMs;
  do {
    const step = await takeStep(ctx, pageId);
    if (!step) break;
    made.push(step);
  } while (made.length < stepsPerRound && remainingMeterBudget(ctx.meter) >= minStatementsForNext && ctx.now() < end);
  return made;
}
