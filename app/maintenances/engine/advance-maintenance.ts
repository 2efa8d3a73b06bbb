import type { Commit, NoticeDraft } from "~/commit/commit";
import { maintenance, maintenanceUpdate } from "~/db/schema";
import { insertRows, type Statement, updateRows } from "~/db/write";
import { noticesToBoth } from "~/notifications/engine/notices-to-both";
import type { Ctx } from "~/platform/ctx";
import { recordingTime } from "~/status-page/rules/layer-change";
import { restateMaintenanceLayer } from "~/status-page/rules/maintenance-story";
import { timelineStep } from "~/status-page/timeline/engine/extend";
import { changePages } from "~/status-page/together/engine/change-pages";
import { dayMs } from "~/time/durations";
import type { Unit } from "~/time/units";
import { dropReminders } from "../queries/maintenance";
import { type MaintenanceEdgesFacts, type MaintenanceRow, maintenanceEdgesFacts } from "../queries/maintenance-edge";
import { advance, type MaintenanceEdge } from "../rules/maintenance";
import { updateColumns } from "./maintenance-rows";
import { usualWords } from "./maintenance-words";

const noticeLifetimeMs = dayMs;

const choices = { in_progress: "tellStart", completed: "tellEnd" } as const;

/** A maintenance as it was found and as it is after its edges. */
interface AdvancedMaintenance {
  row: MaintenanceRow;
  next: MaintenanceRow;
  edges: readonly MaintenanceEdge[];
}

const isTold = (row: MaintenanceRow, { to }: MaintenanceEdge): boolean => row[choices[to]];

function updatesOf(ctx: Ctx, advanced: readonly AdvancedMaintenance[]): Statement[] {
  const now = ctx.now();
  const rows = advanced.flatMap(({ row, edges }) => edges.map((edge) => ({ row, edge })));
  return insertRows(
    maintenanceUpdate,
    rows.map(({ row, edge: { to, at } }) => ({
      id: ctx.id(),
      notify: isTold(row, { to, at }),
      pageId: row.pageId,
      maintenanceId: row.id,
      status: to,
      ...updateColumns(usualWords[to]),
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
    noticesToBoth(
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
function changesOf(ctx: Ctx, pageId: string, advanced: readonly AdvancedMaintenance[], timeline: Statement[]) {
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
    ...updateRows(maintenance, pageId, rows),
    ...updatesOf(ctx, advanced),
    dropReminders(rows.map(({ id }) => id)),
    ...timeline,
  ];
}

/** Returns the changes of the layer's timeline, computed with all maintenances that were active since then. */
function timelineOf(
  ctx: Ctx,
  pageId: string,
  { all, timeline }: MaintenanceEdgesFacts,
  advanced: readonly AdvancedMaintenance[],
) {
  const [before, after] = [advanced.map(({ row }) => row), advanced.map(({ next }) => next)];
  const beside = all.filter((each) => !before.includes(each));
  const changes = restateMaintenanceLayer(beside, before, after, recordingTime(timeline, ctx.now()));
  const reference = before[0]?.id ?? null;
  return timelineStep(ctx, true, { pageId, state: timeline, changes, cause: "maintenance", reference });
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
    const { maintenance: next, edges } = advance(row, now);
    return edges.length > 0 ? [{ row, next, edges }] : [];
  });
}

async function planOf(ctx: Ctx, pageId: string, facts: MaintenanceEdgesFacts): Promise<Commit | null> {
  const advanced = advancedOf(facts.found, ctx.now());
  if (advanced.length === 0) return null;
  const step = await timelineOf(ctx, pageId, facts, advanced);
  return {
    id: ctx.id(),
    pageId,
    expect: [{ table: maintenance, rows: advanced.map(({ row: { id, version } }) => ({ id, version })) }],
    guards: step.guards,
    changes: changesOf(ctx, pageId, advanced, step.changes),
    audit: auditOf(advanced),
    notices: advanced.flatMap(noticesOf),
    publishes: true,
  };
}

/**
 * Makes the automatic edges that are due, dated as scheduled even when the tick was late: one commit per page, and the
 * same statements for all pages. Returns the commits.
 */
export function advanceMaintenances(ctx: Ctx, units: readonly Unit[]): Promise<Commit[]> {
  const byPage = Map.groupBy(units, ({ pageId }) => pageId);
  const asked = Object.fromEntries([...byPage].map(([pageId, own]) => [pageId, own.map(({ id }) => id)]));
  return changePages(ctx, units, {
    room: 13,
    read: (pageIds) => maintenanceEdgesFacts(ctx, pageIds, asked),
    plan: (pageId, facts) => planOf(ctx, pageId, facts),
  });
}
