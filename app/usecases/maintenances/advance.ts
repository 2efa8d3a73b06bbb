import { commit, type NoticeDraft } from "~/db/commit";
import { dropReminders } from "~/db/queries/maintenance";
import { type MaintenanceRow, maintenanceEdgeFacts } from "~/db/queries/maintenance-edge";
import { appendChanges } from "~/db/queries/status-change";
import { maintenance, maintenanceUpdate } from "~/db/schema";
import { deciding } from "~/db/trouble";
import { insertRows, type Statement, updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { layerChanges } from "~/rules/layer-change";
import { advance, isActive, type MaintenanceEdge, maintenanceLayer } from "~/rules/maintenance";
import type { ChangeFact } from "~/rules/snapshot-facts";
import { wakeSender } from "../notices/wake";
import { repackStatements } from "../pages/close-days";
import { publish } from "../pages/publish";
import { usualWords } from "./words";

const usefulFor = 24 * 3600_000;

/** The page's maintenance layer with this one in the given state beside the other active ones. */
const layerWith = (others: readonly MaintenanceRow[], own: MaintenanceRow, status: string) =>
  maintenanceLayer(isActive(status) ? [...others, own] : others);

function timeline(
  others: readonly MaintenanceRow[],
  own: MaintenanceRow,
  edges: readonly MaintenanceEdge[],
  now: number,
): ChangeFact[] {
  const stages = [own.status, ...edges.map((each) => each.to)];
  return edges.flatMap((edge, index) =>
    layerChanges(
      "maintenance",
      layerWith(others, own, stages[index] ?? ""),
      layerWith(others, own, edge.to),
      edge.at,
      now,
    ),
  );
}

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
      sequence: at,
      audience: "subscribers",
      scope: { maintenance_id: row.id, component_ids: row.components.map(({ componentId }) => componentId) },
      dueAt: at,
      expiresAt: at + usefulFor,
    }));

/** What an edge makes visible: the row, its updates, the maintenance layer's timeline, and closed days it reaches into. */
async function changesOf(
  ctx: Ctx,
  next: MaintenanceRow,
  edges: readonly MaintenanceEdge[],
  rows: ChangeFact[],
  openDayAt: number,
) {
  const { id, pageId, status, endsAt, startedAt, completedAt, dueAt } = next;
  const late = rows.some((each) => each.at < openDayAt) ? await repackStatements(ctx, pageId, rows) : [];
  return [
    ...updateRows(maintenance, pageId, [{ id, status, endsAt, startedAt, completedAt, dueAt, updatedAt: ctx.now() }]),
    ...updatesOf(ctx, next, edges),
    dropReminders([id]),
    ...appendChanges(ctx, pageId, rows, "maintenance", id),
    ...late,
  ];
}

/** Makes the edges that the clock owes, dated as planned even when the tick was late (protocols §7). */
export async function advanceMaintenance(ctx: Ctx, { id, pageId }: { id: string; pageId: string }): Promise<void> {
  await deciding(ctx, async () => {
    const { found, others, openDayAt } = await maintenanceEdgeFacts(ctx, pageId, id);
    if (!found) return;
    const { maintenance: next, edges } = advance(found, ctx.now());
    if (edges.length === 0) return;
    const rows = timeline(others, found, edges, ctx.now());
    await commit(ctx, {
      id: ctx.id(),
      pageId,
      expect: [{ table: maintenance, rows: [{ id, version: found.version }] }],
      changes: await changesOf(ctx, next, edges, rows, openDayAt),
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
