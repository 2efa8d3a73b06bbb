import { commit, type NoticeDraft } from "~/db/commit";
import { deciding } from "~/db/deciding";
import { dropReminders } from "~/db/queries/maintenance";
import { type MaintenanceEdgeFacts, type MaintenanceRow, maintenanceEdgeFacts } from "~/db/queries/maintenance-edge";
import { maintenance, maintenanceUpdate } from "~/db/schema";
import { insertRows, type Statement, updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { recordingTime } from "~/rules/layer-change";
import { advance, type MaintenanceEdge } from "~/rules/maintenance";
import { maintenanceRestated } from "~/rules/maintenance-story";
import { publish } from "../publishing/publish";
import { wakeSender } from "../telling/wake";
import { timelineStep } from "../timeline/extend";
import { usualWords } from "./maintenance-words";

const usefulFor = 24 * 3600_000;

const choices = { in_progress: "tellStart", completed: "tellEnd" } as const;

const isTold = (row: MaintenanceRow, { to }: MaintenanceEdge): boolean => row[choices[to]];

function updatesOf(ctx: Ctx, row: MaintenanceRow, edges: readonly MaintenanceEdge[]): Statement[] {
  const now = ctx.now();
  const { pageId, id } = row;
  return insertRows(
    maintenanceUpdate,
    edges.map(({ to, at }) => ({
      id: ctx.id(),
      notify: isTold(row, { to, at }),
      pageId,
      maintenanceId: id,
      status: to,
      body: usualWords[to],
      bodyHtml: `<p>${usualWords[to]}</p>`,
      bodyText: usualWords[to],
      shownAt: at,
      authorKind: "machine",
      authorId: null,
      createdAt: now,
      updatedAt: now,
    })),
  );
}

const noticesOf = (row: MaintenanceRow, edges: readonly MaintenanceEdge[]): NoticeDraft[] =>
  edges
    .filter((edge) => isTold(row, edge))
    .map(({ at, to }) => ({
      kind: `maintenance_${to}`,
      subjectId: row.id,
      sequence: row.version + 1,
      audience: "subscribers",
      scope: { maintenance_id: row.id, component_ids: row.components.map(({ componentId }) => componentId) },
      dueAt: at,
      expiresAt: at + usefulFor,
    }));

/** What an edge makes visible: the row, its updates, and the maintenance layer's timeline. */
function changesOf(ctx: Ctx, next: MaintenanceRow, edges: readonly MaintenanceEdge[], timeline: Statement[]) {
  const { id, pageId, status, endsAt, startedAt, completedAt, dueAt } = next;
  return [
    ...updateRows(maintenance, pageId, [{ id, status, endsAt, startedAt, completedAt, dueAt, updatedAt: ctx.now() }]),
    ...updatesOf(ctx, next, edges),
    dropReminders([id]),
    ...timeline,
  ];
}

/** What the edges do to the layer, by all maintenances of the page that went on since. */
function timelineOf(ctx: Ctx, { active, over, timeline }: MaintenanceEdgeFacts, row: MaintenanceRow, next: typeof row) {
  const { pageId, id } = row;
  const changes = maintenanceRestated([...active, ...over], row, next, recordingTime(timeline, ctx.now()));
  return timelineStep(ctx, true, { pageId, state: timeline, changes, cause: "maintenance", reference: id });
}

/** Makes the edges that the clock owes, dated as planned even when the tick was late. */
export async function advanceMaintenance(ctx: Ctx, { id, pageId }: { id: string; pageId: string }): Promise<void> {
  await deciding(ctx, async () => {
    const facts = await maintenanceEdgeFacts(ctx, pageId, id);
    const { found } = facts;
    if (!found) return;
    const { maintenance: next, edges } = advance(found, ctx.now());
    if (edges.length === 0) return;
    const step = await timelineOf(ctx, facts, found, next);
    await commit(ctx, {
      id: ctx.id(),
      pageId,
      expect: [{ table: maintenance, rows: [{ id, version: found.version }] }],
      guards: step.guards,
      changes: changesOf(ctx, next, edges, step.changes),
      audit: {
        action: "maintenance.advance",
        subjectKind: "maintenance",
        subjectId: id,
        before: { status: found.status },
        after: { status: next.status },
      },
      notices: noticesOf(found, edges),
      publishes: true,
    });
  });
  await publish(ctx, pageId);
  wakeSender(ctx);
}
