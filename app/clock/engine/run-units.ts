import { wakeSender } from "~/notifications/engine/wake";
import type { Ctx } from "~/platform/ctx";
import { giveWay } from "~/platform/give-way";
import { OverBudget, roomIn } from "~/platform/meter";
import { inOrder, type Unit } from "~/time/units";
import { moveBackUnits } from "../moving-back/engine/move-back";
import { type Following, publishing, ways } from "./steps";

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
  run: () => Promise<Following>;
}

/** Fewer after each failure, until what spoils it for the others stands alone. */
const togetherAfter = (most: number, tries: number) => Math.max(1, Math.floor(most / 4 ** tries));

const ownStep = ({ unit, room, run }: OwnWork): Step => ({
  units: [unit],
  room,
  run: async () => ({ units: await run(), tells: false }),
});

/** The first unit, with all others that go the same way. */
function nextStep(ctx: Ctx, waiting: readonly Unit[], own: readonly OwnWork[]): Step {
  const [first] = waiting as [Unit];
  const work = own.find(({ unit }) => unit === first);
  if (work) return ownStep(work);
  const way = ways[first.kind as keyof typeof ways];
  const likeFirst = waiting.filter((each) => each.kind === first.kind && each.tries === first.tries);
  const isFresh = likeFirst.length === 1 && first.tries === 0;
  const units = likeFirst.slice(0, togetherAfter(way.together, first.tries));
  const room = (isFresh ? way.roomForOne : undefined) ?? way.room;
  return { units, room: way.publishedLater ? room + publishing : room, run: () => way.run(ctx, units) };
}

/** What steps have found, and whether somebody is to be told of what they did. */
interface Found {
  units: Unit[];
  tells: boolean;
}

/** True when it did not fit: it waits for an invocation with more room. What does not fit into a whole one failed. */
async function runStep(ctx: Ctx, step: Step, found: Found, isFirst: boolean): Promise<boolean> {
  try {
    const { units, tells } = await step.run();
    found.units.push(...units);
    found.tells ||= tells;
    return false;
  } catch (error) {
    if (error instanceof OverBudget && !isFirst) return true;
    await moveBackUnits(ctx, step.units, error);
    return false;
  }
}

const isPublishedLater = ({ kind }: Unit): boolean =>
  kind !== "checks" && kind !== "send" && ways[kind].publishedLater === true;

/** What edges and days change is published together, once no more of them wait. */
const isReadyAmong =
  (waiting: readonly Unit[]) =>
  ({ kind }: Unit): boolean =>
    kind !== "publish" || !waiting.some(isPublishedLater);

/**
 * Works through the units in the order of time/units, as far as time and the invocation carry, and answers with what is
 * left. One that fails harms no other and is moved back. The sender is woken last, with what is left of the room.
 */
export async function runUnits(
  ctx: Ctx,
  units: readonly Unit[],
  { until, own = [] }: { until: number; own?: readonly OwnWork[] },
): Promise<Unit[]> {
  let waiting = inOrder([...units, ...own.map(({ unit }) => unit)], ctx.now());
  const left: Unit[] = [];
  const found: Found = { units: [], tells: false };
  for (let ran = 0; waiting.length > 0; ) {
    await giveWay(ctx);
    const step = nextStep(ctx, waiting, own);
    waiting = waiting.filter((each) => !step.units.includes(each));
    const fits = roomIn(ctx.meter) >= step.room && ctx.now() < until;
    if (!fits || (await runStep(ctx, step, found, ran++ === 0))) left.push(...step.units);
    const ready = found.units.filter(isReadyAmong(waiting));
    found.units = found.units.filter((each) => !ready.includes(each));
    if (ready.length > 0) waiting = inOrder([...waiting, ...ready], ctx.now());
  }
  if (found.tells) wakeSender(ctx);
  return left;
}
