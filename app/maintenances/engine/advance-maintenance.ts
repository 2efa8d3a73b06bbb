import type { CommitPlan, NoticeDraft } from "~/commit/commit";
import { maintenanceTable, maintenanceUpdateTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement, updateRowsStatements } from "~/db/write";
import { noticesToTeamAndSubscribers } from "~/notifications/engine/notices-to-both";
import type { Ctx } from "~/platform/ctx";
import { nextStatusRowTime } from "~/status-page/rules/layer-change";
import { restatedMaintenanceLayerChanges } from "~/status-page/rules/maintenance-story";
import { timelineCommitParts } from "~/status-page/timeline/engine/extend";
import { runScheduledPageWork } from "~/status-page/together/engine/change-pages";
import { dayMs } from "~/time/durations";
import type { WorkUnit } from "~/time/units";
import { deleteRemindersStatement } from "../queries/maintenance";
import {
  type MaintenanceRow,
  type MaintenanceTransitionsFacts,
  readMaintenanceTransitionFactsByPage,
} from "../queries/maintenance-edge";
import { advanceMaintenance, type MaintenanceTransition } from "../rules/maintenance";
import { maintenanceUpdateColumns } from "./maintenance-rows";
import { standardUpdateTexts } from "./maintenance-words";

const noticeLifetimeMs = dayMs;

const choices = { in_progress: "tellStart", completed: "tellEnd" } as const;

/** A maintenance as it was found and as it is after its edges. */
interface AdvancedMaintenance {
  row: MaintenanceRow;
  next: MaintenanceRow;
  edges: readonly MaintenanceTransition[];
}

const isTold = (row: MaintenanceRow, { to }: MaintenanceTransition): boolean => row[choices[to]];

function updatesOf(ctx: Ctx, advanced: readonly AdvancedMaintenance[]): SqlStatement[] {
  const now = ctx.now();
  const rows = advanced.flatMap(({ row, edges }) => edges.map((edge) => ({ row, edge })));
  return insertRowsStatements(
    maintenanceUpdateTable,
    rows.map(({ row, edge: { to, at } }) => ({
      id: ctx.id(),
      notify: isTold(row, { to, at }),
      pageId: row.pageId,
      maintenanceId: row.id,
      status: to,
      ...maintenanceUpdateColumns(standardUpdateTexts[to]),
      shownAt: at,
      authorKind: "machine",
      authorId: null,
      createdAt: now,
      updatedAt: now,
    })),
  );
}

const events = { in_progress: "maintenance_started", completed: "maintenance_finished" } as const;

const noticesOf = ({ row, edges }: AdvancedMaintenance): NoticeDraft[] =>
  edges.flatMap(({ at, to }) =>
    noticesToTeamAndSubscribers(
      {
        kind: `maintenance_${to}`,
        subjectId: row.id,
        sequence: row.version + 1,
        audience: "subscribers",
        scope: { maintenance_id: row.id, component_ids: row.components.map(({ componentId }) => componentId) },
        dueAt: at,
        expiresAt: at + noticeLifetimeMs,
      },
      events[to],
      isTold(row, { at, to }),
    ),
  );

/** Returns the statements of the edges: the rows, their updates, and the timeline of the maintenance layer. */
function changesOf(ctx: Ctx, pageId: string, advanced: readonly AdvancedMaintenance[], timeline: SqlStatement[]) {
  const rows = advanced.map(({ next: { id, status, endsAt, startedAt, completedAt, dueAt } }) => ({
    id,
    status,
    endsAt,
    startedAt,
    completedAt,
    dueAt,
    updatedAt: ctx.now(),
    notBefore: 0,
    tries: 0,
    reason: null,
  }));
  return [
    ...updateRowsStatements(maintenanceTable, pageId, rows),
    ...updatesOf(ctx, advanced),
    deleteRemindersStatement(rows.map(({ id }) => id)),
    ...timeline,
  ];
}

/** Returns the changes of the layer's timeline, computed with all maintenances that were active since then. */
function timelineOf(
  ctx: Ctx,
  pageId: string,
  { all, timeline }: MaintenanceTransitionsFacts,
  advanced: readonly AdvancedMaintenance[],
) {
  const [before, after] = [advanced.map(({ row }) => row), advanced.map(({ next }) => next)];
  const beside = all.filter((each) => !before.includes(each));
  const changes = restatedMaintenanceLayerChanges(beside, before, after, nextStatusRowTime(timeline, ctx.now()));
  const reference = before[0]?.id ?? null;
  return timelineCommitParts(ctx, true, { pageId, state: timeline, changes, cause: "maintenance", reference });
}

function auditOf(advanced: readonly AdvancedMaintenance[]) {
  const saidOf = (rows: readonly MaintenanceRow[]) =>
    rows.length === 1 ? { status: rows[0]?.status } : { maintenances: rows.map(({ id, status }) => ({ id, status })) };
  return {
    action: "maintenance.advance",
    subjectKind: "maintenance",
    subjectId: advanced[0]?.row.id ?? "",
    before: saidOf(advanced.map(({ row }) => row)),
    after: saidOf(advanced.map(({ next }) => next)),
  };
}

function advancedOf(found: readonly MaintenanceRow[], now: number): AdvancedMaintenance[] {
  return found.flatMap((row) => {
    const { maintenance: next, edges } = advanceMaintenance(row, now);
    return edges.length > 0 ? [{ row, next, edges }] : [];
  });
}

async function planOf(ctx: Ctx, pageId: string, facts: MaintenanceTransitionsFacts): Promise<CommitPlan | null> {
  const advanced = advancedOf(facts.found, ctx.now());
  if (advanced.length === 0) return null;
  const step = await timelineOf(ctx, pageId, facts, advanced);
  return {
    id: ctx.id(),
    pageId,
    expect: [{ table: maintenanceTable, rows: advanced.map(({ row: { id, version } }) => ({ id, version })) }],
    guards: step.guards,
    changes: changesOf(ctx, pageId, advanced, step.changes),
    audit: auditOf(advanced),
    notices: advanced.flatMap(noticesOf),
    publishes: true,
  };
}

/**
 * Applies the automatic transitions that are due, at their scheduled times even when the tick was late. There is one
 * commit for each page, with the same statements for all pages. Returns the commits.
 */
export function advanceMaintenances(ctx: Ctx, units: readonly WorkUnit[]): Promise<CommitPlan[]> {
  const byPage = Map.groupBy(units, ({ pageId }) => pageId);
  const asked = Object.fromEntries([...byPage].map(([pageId, own]) => [pageId, own.map(({ id }) => id)]));
  return runScheduledPageWork(ctx, units, {
    room: 13,
    read: (pageIds) => readMaintenanceTransitionFactsByPage(ctx, pageIds, asked),
    plan: (pageId, facts) => planOf(ctx, pageId, facts),
  });
}
