import { settlePages } from "~/alerts/settling/engine/settle";
import type { CommitPlan } from "~/commit/commit";
import { escalatePages } from "~/escalation/engine/escalate";
import { checkHeartbeats } from "~/heartbeats/engine/heartbeats-due";
import { statementsPerImportStep } from "~/importers/rules/import-room";
import { advanceMaintenances } from "~/maintenances/engine/advance-maintenance";
import { endManualStatuses } from "~/maintenances/engine/end-manual";
import { makeSeriesOccurrences } from "~/maintenances/engine/make-occurrences";
import type { Ctx } from "~/platform/ctx";
import { checkSilentSources } from "~/sources/engine/sources-due";
import { publishPages } from "~/status-page/publishing/engine/publish";
import { rerenderStoredTexts, statementsPerRenderStep } from "~/status-page/rendering/engine/render-again";
import { restatePageHistory, statementsPerRestateStep } from "~/status-page/restating/engine/restate";
import { closePageDays } from "~/status-page/timeline/engine/close-days";
import type { WorkUnit, WorkUnitKind } from "~/time/units";

/** Statements of publishing the front pages of a set. */
export const statementsPerPublishSet = 9;

/** Result of a step: units that then run with those of all pages, and a flag that is true when notifications follow. */
export interface FollowUpWork {
  units: WorkUnit[];
  tells: boolean;
}

/** Processing of units of a kind: how many run together, and how many statements that needs. */
interface UnitHandler {
  together: number;
  room: number;
  /** Room for a single page that has not failed before, when it needs fewer statements. */
  roomForOne?: number;
  /** Set when its changes are published by a separate step, together with those of other kinds. */
  publishedLater?: true;
  /** Runs the units. Throws when none of them could be done; the engine itself moves back single failures. */
  run: (ctx: Ctx, units: readonly WorkUnit[]) => Promise<FollowUpWork>;
}

const pagesOf = (units: readonly WorkUnit[]): string[] => [...new Set(units.map(({ pageId }) => pageId))];

/** Returns the next work of pages as units of their own. */
const next = (ctx: Ctx, kind: "settle" | "publish", pageIds: readonly string[]): WorkUnit[] =>
  pageIds.map((pageId) => ({ kind, pageId, id: pageId, dueAt: ctx.now(), tries: 0 }));

const committing =
  (work: (ctx: Ctx, units: readonly WorkUnit[]) => Promise<CommitPlan[]>): UnitHandler["run"] =>
  async (ctx, units) => {
    const made = await work(ctx, units);
    const published = made.flatMap(({ pageId, publishes }) => (publishes && pageId !== null ? [pageId] : []));
    return { units: next(ctx, "publish", published), tells: made.some(({ notices }) => notices?.length) };
  };

/** Pages whose facts are read and whose changes are written by the same statements. */
const pagesPerSet = 40;

export const workUnitHandlerByKind: Record<Exclude<WorkUnitKind, "checks" | "send">, UnitHandler> = {
  settle: {
    together: pagesPerSet,
    room: 27,
    roomForOne: 24,
    run: async (ctx, units) => ({ units: [], tells: await settlePages(ctx, pagesOf(units)) }),
  },
  publish: {
    together: pagesPerSet,
    room: statementsPerPublishSet,
    run: async (ctx, units) => {
      await publishPages(ctx, pagesOf(units));
      return { units: [], tells: false };
    },
  },
  heartbeats: {
    together: 100,
    room: 14,
    // Settling after each hundred of them would use the budget that other units need.
    run: async (ctx, units) => {
      const ids = units.map(({ id }) => id);
      return { units: next(ctx, "settle", await checkHeartbeats(ctx, ids)), tells: false };
    },
  },
  silence: {
    together: 100,
    room: 14,
    run: async (ctx, units) => {
      const ids = units.map(({ id }) => id);
      return { units: next(ctx, "settle", await checkSilentSources(ctx, ids)), tells: false };
    },
  },
  escalation: { together: pagesPerSet, room: 14, run: committing(escalatePages) },
  maintenance: { together: 100, publishedLater: true, room: 13, run: committing(advanceMaintenances) },
  manual: { together: pagesPerSet, publishedLater: true, room: 10, run: committing(endManualStatuses) },
  series: {
    together: 1,
    publishedLater: true,
    room: 13,
    run: committing(async (ctx, [unit]) => (unit ? makeSeriesOccurrences(ctx, unit) : [])),
  },
  restating: {
    together: 1,
    room: statementsPerRestateStep,
    run: committing(async (ctx, [unit]) => (unit ? restatePageHistory(ctx, unit) : [])),
  },
  rendering: {
    together: 1,
    room: statementsPerRenderStep,
    run: async (ctx) => ({ units: next(ctx, "publish", await rerenderStoredTexts(ctx)), tells: false }),
  },
  import: {
    together: 1,
    room: statementsPerImportStep,
    // Read when an import is due, because writers and readers of origins are most of this noun.
    run: async (ctx, units) => {
      const { runImportSteps } = await import("~/importers/engine/run-import");
      const published: string[] = [];
      for (const { pageId, id } of units) if ((await runImportSteps(ctx, pageId, id)).publishes) published.push(pageId);
      return { units: next(ctx, "publish", published), tells: false };
    },
  },
  day: { together: pagesPerSet, publishedLater: true, room: 11, run: committing(closePageDays) },
};
