import { commit, type NoticeDraft } from "~/db/commit";
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

const words: Record<MaintenanceEdge["to"], string> = {
  in_progress: "Scheduled maintenance is currently in progress.",
  completed: "The scheduled maintenance has been completed.",
};

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

function updatesOf(ctx: Ctx, pageId: string, id: string, edges: readonly MaintenanceEdge[]): Statement[] {
  const now = ctx.now();
  return insertRows(
    maintenanceUpdate,
    edges.map(({ to, at }) => ({
      id: ctx.id(),
      pageId,
      maintenanceId: id,
      status: to,
      body: words[to],
      bodyHtml: `<p>${words[to]}</p>`,
      bodyText: words[to],
      shownAt: at,
      authorKind: "machine",
      authorId: null,
      createdAt: now,
      updatedAt: now,
    })),
  );
}

const noticesOf = (id: string, edges: readonly MaintenanceEdge[]): NoticeDraft[] =>
  edges.map(({ at, to }) => ({
    kind: `maintenance_${to}`,
    subjectId: id,
    sequence: at,
    audience: "subscribers",
    scope: { maintenance_id: id },
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
    ...updatesOf(ctx, pageId, id, edges),
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
      notices: noticesOf(id, edges),
      publishes: true,
    });
  });
  await publish(ctx, pageId);
  wakeSender(ctx);
}
