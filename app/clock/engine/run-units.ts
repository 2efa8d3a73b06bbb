import { wakeSender } from "~/notifications/engine/wake";
import type { Ctx } from "~/platform/ctx";
import { yieldToRequests } from "~/platform/give-way";
import { OverBudgetError, remainingMeterBudget } from "~/platform/meter";
import { sortWorkUnits, type WorkUnit } from "~/time/units";
import { postponeWorkUnits } from "../moving-back/engine/move-back";
import { type FollowUpWork, statementsPerPublishSet, workUnitHandlerByKind } from "./unit-handlers";

/** Work of this invocation that is no unit of a page: the minute's checks, and sending. */
export interface InvocationWork {
  unit: WorkUnit;
  room: number;
  /** Runs the work and returns the units that it has found. */
  run: () => Promise<WorkUnit[]>;
}

interface UnitStep {
  units: WorkUnit[];
  room: number;
  run: () => Promise<FollowUpWork>;
}

/** Returns a smaller number after each failure, until the failing unit runs alone. */
const togetherAfter = (most: number, tries: number) => Math.max(1, Math.floor(most / 4 ** tries));

const ownStep = ({ unit, room, run }: InvocationWork): UnitStep => ({
  units: [unit],
  room,
  run: async () => ({ units: await run(), tells: false }),
});

/** Returns a step with the first unit and all others of the same kind and number of tries. */
function nextStep(ctx: Ctx, waiting: readonly WorkUnit[], own: readonly InvocationWork[]): UnitStep {
  const [first] = waiting as [WorkUnit];
  const work = own.find(({ unit }) => unit === first);
  if (work) return ownStep(work);
  const way = workUnitHandlerByKind[first.kind as keyof typeof workUnitHandlerByKind];
  const likeFirst = waiting.filter((each) => each.kind === first.kind && each.tries === first.tries);
  const isFresh = likeFirst.length === 1 && first.tries === 0;
  const units = likeFirst.slice(0, togetherAfter(way.together, first.tries));
  const room = (isFresh ? way.roomForOne : undefined) ?? way.room;
  return { units, room: way.publishedLater ? room + statementsPerPublishSet : room, run: () => way.run(ctx, units) };
}

/** Units that steps have found, and a flag that is true when notifications follow from the steps. */
interface StepResult {
  units: WorkUnit[];
  tells: boolean;
}

/**
 * Returns true when the step did not fit, so that it waits for an invocation with more room. A step that does not fit
 * into a whole invocation has failed.
 */
async function runStep(ctx: Ctx, step: UnitStep, found: StepResult, isFirst: boolean): Promise<boolean> {
  try {
    const { units, tells } = await step.run();
    found.units.push(...units);
    found.tells ||= tells;
    return false;
  } catch (error) {
    if (error instanceof OverBudgetError && !isFirst) return true;
    await postponeWorkUnits(ctx, step.units, error);
    return false;
  }
}

const isPublishedLater = ({ kind }: WorkUnit): boolean =>
  kind !== "checks" && kind !== "send" && workUnitHandlerByKind[kind].publishedLater === true;

/** Changes by maintenance edges and closed days are published together, once no more of these units wait. */
const isReadyAmong =
  (waiting: readonly WorkUnit[]) =>
  ({ kind }: WorkUnit): boolean =>
    kind !== "publish" || !waiting.some(isPublishedLater);

/**
 * Processes the units in the order of time/units, as far as time and the invocation's budget allow, and returns the
 * rest. A unit that fails is moved back and does not affect the others. The sender runs last, with the remaining
 * budget.
 */
export async function runDueWorkUnits(
  ctx: Ctx,
  units: readonly WorkUnit[],
  { until, own = [] }: { until: number; own?: readonly InvocationWork[] },
): Promise<WorkUnit[]> {
  let waiting = sortWorkUnits([...units, ...own.map(({ unit }) => unit)], ctx.now());
  const left: WorkUnit[] = [];
  const found: StepResult = { units: [], tells: false };
  for (let ran = 0; waiting.length > 0; ) {
    await yieldToRequests(ctx);
    const step = nextStep(ctx, waiting, own);
    waiting = waiting.filter((each) => !step.units.includes(each));
    const fits = remainingMeterBudget(ctx.meter) >= step.room && ctx.now() < until;
    if (!fits || (await runStep(ctx, step, found, ran++ === 0))) left.push(...step.units);
    const ready = found.units.filter(isReadyAmong(waiting));
    found.units = found.units.filter((each) => !ready.includes(each));
    if (ready.length > 0) waiting = sortWorkUnits([...waiting, ...ready], ctx.now());
  }
  if (found.tells) wakeSender(ctx);
  return left;
}
