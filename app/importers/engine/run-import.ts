import { readBatch } from "~/db/read";
import type { Plan } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import { yieldToRequests } from "~/platform/give-way";
import { remainingMeterBudget } from "~/platform/meter";
import { LostRaceError } from "~/platform/trouble";
import { dayMs } from "~/time/durations";
import { maxClockDifferenceMs } from "~/time/instants";
import type { ImportJobRow } from "../queries/import-job";
import { deletePartsStatement } from "../queries/import-part";
import { importJobOfLivePageQuery } from "../queries/import-rows";
import { countImportTryQuery } from "../queries/import-try";
import { importUndoDays } from "../rules/import-job";
import { statementsPerImportStep } from "../rules/import-room";
import { commitImportStep } from "./job-step";
import type { ImportStepOutcome } from "./step-outcome";
import { giveUpStuckImportStep, maxImportStepTries } from "./stuck-step";

/** Steps in one round, and its longest time in ms. */
const stepsPerRound = 200;
const maxRoundMs = 4000;

/** Room that a step needs: on Free as much as is foreseen, elsewhere steps are larger. */
const roomByPlan: Record<Plan, number> = { free: statementsPerImportStep, paid: 60, own: 60 };

const over: ImportStepOutcome = { goesOn: false };

/** Forgets what was read when it can no longer be undone. */
const purgeParts = (ctx: Ctx, job: ImportJobRow): Promise<ImportStepOutcome> =>
  commitImportStep(ctx, job, { changes: [deletePartsStatement(job.id)], columns: { dueAt: null }, goesOn: false });

/** Takes the next step of a job as its state says. Each phase is read when a job is in it. */
async function takeStateStep(ctx: Ctx, job: ImportJobRow): Promise<ImportStepOutcome> {
  switch (job.state) {
    case "reading":
      return (await import("./read-step")).runImportReadStep(ctx, job);
    case "planning":
      return (await import("./plan-step")).runImportPlanStep(ctx, job);
    case "applying":
      return (await import("./apply-step")).runImportApplyStep(ctx, job);
    case "undoing":
      return (await import("./undo-step")).runImportUndoStep(ctx, job);
    case "applied":
    case "undone":
      return purgeParts(ctx, job);
    default:
      return over;
  }
}

/** True when a job goes on now; a due time that is too far ahead was set by a wrong clock. */
function isDue({ dueAt, state }: ImportJobRow, now: number): boolean {
  if (dueAt === null) return false;
  const furthestMs = (state === "applied" ? importUndoDays : 1) * dayMs + maxClockDifferenceMs;
  return dueAt <= now || dueAt > now + furthestMs;
}

/**
 * Ends the round when another runner took the step, which goes on from there. Else something of the page has changed
 * meanwhile, or is in the way for good, which counts as a failed try.
 */
async function endLostRound(ctx: Ctx, { pageId, id, version }: ImportJobRow, error: LostRaceError) {
  const [[now]] = await readBatch(ctx, importJobOfLivePageQuery(ctx, pageId, id));
  if (now?.version !== version) return over;
  throw new LostRaceError("Something that it writes was changed here at the same time.", { cause: error });
}

/**
 * Takes the next step. The first of a round counts its try before it begins: a step that kills its invocation is the
 * first of each later round, and is given up like one that fails.
 */
async function takeImportStep(ctx: Ctx, pageId: string, id: string, isFirst: boolean): Promise<ImportStepOutcome> {
  const [[job]] = isFirst
    ? await readBatch(ctx, countImportTryQuery(ctx, pageId, id))
    : await readBatch(ctx, importJobOfLivePageQuery(ctx, pageId, id));
  if (!job || !isDue(job, ctx.now())) return over;
  try {
    const left = job.tries > maxImportStepTries ? await giveUpStuckImportStep(ctx, job) : null;
    return left ?? (await takeStateStep(ctx, job));
  } catch (error) {
    if (error instanceof LostRaceError) return endLostRound(ctx, job, error);
    throw error;
  }
}

/**
 * Goes on with a job: as many steps as time and the invocation's room allow. Called by the clock, and after an answer.
 * A job that was interrupted goes on with the step that its row names.
 */
export async function runImportSteps(ctx: Ctx, pageId: string, id: string): Promise<{ publishes: boolean }> {
  const end = ctx.now() + maxRoundMs;
  let publishes = false;
  for (let turn = 0; turn < stepsPerRound; turn++) {
    if (remainingMeterBudget(ctx.meter) < roomByPlan[ctx.config.plan] || ctx.now() >= end) break;
    const { goesOn, publishes: isSeen = false } = await takeImportStep(ctx, pageId, id, turn === 0);
    publishes ||= isSeen;
    if (!goesOn) break;
    await yieldToRequests(ctx);
  }
  return { publishes };
}
