import type { Ctx } from "~/platform/ctx";
import { OverBudget, roomIn } from "~/platform/meter";
import { inOrder, type Unit } from "~/rules/basics/units";
import { moveBackUnits } from "../moving-back/move-back";
import { ways } from "./steps";

/** Work of this invocation that is no unit of a page: the minute's checks, what is to be sent. */
export interface OwnWork {
  unit: Unit;
  room: number;
  /** Units that it has found. */
  run: () => Promise<Unit[]>;
}

interface Step {
  units: Unit[];
  room: number;
  run: () => Promise<Unit[]>;
}

/** Fewer after each failure, until what spoils it for the others stands alone. */
const togetherAfter = (most: number, tries: number) => Math.max(1, Math.floor(most / 4 ** tries));

/** The first unit, with all others that go the same way. */
function nextStep(ctx: Ctx, waiting: readonly Unit[], own: readonly OwnWork[]): Step {
  const [first] = waiting as [Unit];
  const work = own.find(({ unit }) => unit === first);
  if (work) return { units: [first], room: work.room, run: work.run };
  const way = ways[first.kind as keyof typeof ways];
  const goesAlong = ({ pageId }: Unit) => !way.ofOnePage || pageId === first.pageId;
  const likeFirst = waiting.filter((each) => each.kind === first.kind && each.tries === first.tries && goesAlong(each));
  const isFresh = likeFirst.length === 1 && first.tries === 0;
  const units = likeFirst.slice(0, togetherAfter(way.together, first.tries));
  return { units, room: isFresh ? (way.roomForOne ?? way.room) : way.room, run: () => way.run(ctx, units) };
}

/** True when it did not fit: it waits for an invocation with more room. What does not fit into a whole one failed. */
async function runStep(ctx: Ctx, step: Step, found: Unit[], isFirst: boolean): Promise<boolean> {
  try {
    found.push(...(await step.run()));
    return false;
  } catch (error) {
    if (error instanceof OverBudget && !isFirst) return true;
    await moveBackUnits(ctx, step.units, error);
    return false;
  }
}

/** Days are closed one by one, and what they changed is published together. */
const isReadyAmong =
  (waiting: readonly Unit[]) =>
  ({ kind }: Unit): boolean =>
    kind !== "publish" || !waiting.some((each) => each.kind === "day");

/**
 * Works through the units in the order of rules/basics/units, as far as time and the invocation carry, and answers with what is
 * left. One that fails harms no other and is moved back.
 */
export async function runUnits(
  ctx: Ctx,
  units: readonly Unit[],
  { until, own = [] }: { until: number; own?: readonly OwnWork[] },
): Promise<Unit[]> {
  let waiting = inOrder([...units, ...own.map(({ unit }) => unit)], ctx.now());
  const left: Unit[] = [];
  let found: Unit[] = [];
  for (let ran = 0; waiting.length > 0; ) {
    const step = nextStep(ctx, waiting, own);
    waiting = waiting.filter((each) => !step.units.includes(each));
    const fits = roomIn(ctx.meter) >= step.room && ctx.now() < until;
    if (!fits || (await runStep(ctx, step, found, ran++ === 0))) left.push(...step.units);
    const ready = found.filter(isReadyAmong(waiting));
    found = found.filter((each) => !ready.includes(each));
    if (ready.length > 0) waiting = inOrder([...waiting, ...ready], ctx.now());
  }
  return left;
}
