import { openDayOf } from "~/db/queries/due";
import type { Ctx } from "~/platform/ctx";
import type { Unit, UnitKind } from "~/rules/basics/units";
import { advanceMaintenances } from "../edges/advance-maintenance";
import { endManual } from "../edges/end-manual";
import { makeOccurrences } from "../edges/make-occurrences";
import { publishPages } from "../publishing/publish";
import { settlePages } from "../settling/settle";
import { closeDays } from "../timeline/close-days";
import { tellHeartbeats } from "../watching/heartbeats-due";

/** How units of a kind are worked through: so many together, in an invocation with room for so many statements. */
interface Way {
  together: number;
  room: number;
  /** Of one page that has not failed before, where that takes fewer. */
  roomForOne?: number;
  /** Only those of one page go together. */
  ofOnePage?: true;
  /**
   * Answers with the units that follow from them, which then go with those of all pages. Throws when none of them could
   * be done; what failed alone is moved back by the engine itself.
   */
  run: (ctx: Ctx, units: readonly Unit[]) => Promise<Unit[]>;
}

const pagesOf = (units: readonly Unit[]): string[] => [...new Set(units.map(({ pageId }) => pageId))];

/** What a page is to do next, as a unit of its own. */
const next = (ctx: Ctx, kind: "settle" | "publish", pageIds: readonly string[]): Unit[] =>
  pageIds.map((pageId) => ({ kind, pageId, id: pageId, dueAt: ctx.now(), tries: 0 }));

const ofPages =
  (work: (ctx: Ctx, pageIds: string[]) => Promise<void>): Way["run"] =>
  async (ctx, units) => {
    await work(ctx, pagesOf(units));
    return [];
  };

const oneByOne =
  (work: (ctx: Ctx, unit: Unit) => Promise<void>): Way["run"] =>
  async (ctx, units) => {
    for (const unit of units) await work(ctx, unit);
    return [];
  };

const ofPage =
  (work: (ctx: Ctx, pageId: string, units: readonly Unit[]) => Promise<void>): Way["run"] =>
  async (ctx, units) => {
    const [first] = units;
    if (first) await work(ctx, first.pageId, units);
    return [];
  };

async function closeDay(ctx: Ctx, { pageId }: Unit): Promise<void> {
  const openDayAt = await openDayOf(ctx, pageId);
  if (openDayAt !== null) await closeDays(ctx, pageId, openDayAt);
}

/** Pages whose facts are read and whose changes are written by the same statements. */
const pagesTogether = 40;

export const ways: Record<Exclude<UnitKind, "checks" | "send">, Way> = {
  settle: { together: pagesTogether, room: 27, roomForOne: 24, run: ofPages(settlePages) },
  publish: { together: pagesTogether, room: 9, run: ofPages(publishPages) },
  heartbeats: {
    together: 100,
    room: 14,
    // A settling for each hundred of them would take the room of everybody else's.
    run: async (ctx, units) => {
      const ids = units.map(({ id }) => id);
      return next(ctx, "settle", await tellHeartbeats(ctx, ids));
    },
  },
  maintenance: {
    together: 100,
    ofOnePage: true,
    room: 20,
    run: ofPage((ctx, pageId, units) => advanceMaintenances(ctx, { pageId, ids: units.map(({ id }) => id) })),
  },
  manual: { together: 500, ofOnePage: true, room: 16, run: ofPage((ctx, pageId) => endManual(ctx, pageId)) },
  series: { together: 1, room: 20, run: oneByOne((ctx, { id, pageId }) => makeOccurrences(ctx, { id, pageId })) },
  day: {
    together: 1,
    room: 11,
    run: async (ctx, units) => {
      for (const unit of units) await closeDay(ctx, unit);
      return next(ctx, "publish", pagesOf(units));
    },
  },
};
