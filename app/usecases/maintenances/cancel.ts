import { priorCommit } from "~/db/queries/audit";
import { maintenanceEdgeFacts } from "~/db/queries/maintenance-edge";
import { appendChanges } from "~/db/queries/status-change";
import { read } from "~/db/read";
import { maintenance, maintenanceUpdate } from "~/db/schema";
import { insertRows, updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/failure";
import { type MaintenanceTarget, maintenanceTarget } from "~/rules/input/maintenance";
import { parseInput } from "~/rules/input/parse";
import { layerChanges } from "~/rules/layer-change";
import { isActive, maintenanceLayer, moveMaintenance } from "~/rules/maintenance";
import { permit } from "~/rules/permission";
import { authorOf, changing, commitChange, type Done, find } from "../change";

const words = "This maintenance has been cancelled.";

function updateRow(ctx: Ctx, pageId: string, maintenanceId: string) {
  const now = ctx.now();
  const text = { body: words, bodyHtml: `<p>${words}</p>`, bodyText: words };
  const times = { shownAt: now, createdAt: now, updatedAt: now };
  return { id: ctx.id(), pageId, maintenanceId, status: "cancelled", ...text, ...times, ...authorOf(ctx) };
}

type Facts = Awaited<ReturnType<typeof maintenanceEdgeFacts>>;

/** One that is going on gives its components back at once. */
function layerAfter(ctx: Ctx, { found, others }: Facts) {
  const before = maintenanceLayer(found && isActive(found.status) ? [...others, found] : others);
  return layerChanges("maintenance", before, maintenanceLayer(others), ctx.now(), ctx.now());
}

/** Calls a maintenance off, planned or going on. Failures: conflict (version, over already), missing. */
export async function cancelMaintenance(ctx: Ctx, given: MaintenanceTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(maintenanceTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async () => {
    const [prior] = await read(ctx, priorCommit(ctx, commitId));
    const facts = await maintenanceEdgeFacts(ctx, pageId, id);
    const target = find(prior, facts.found ?? undefined, { pageId, version });
    if (target.answer) return target.answer;
    const next = moveMaintenance(target.row, "cancelled", ctx.now());
    if (!next.ok) return next;
    const { status, dueAt } = next.value;
    const told = {
      kind: "maintenance_cancelled" as const,
      subjectId: id,
      sequence: 1,
      audience: "subscribers" as const,
    };
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: maintenance, rows: [{ id, version: target.row.version }] }],
      changes: [
        ...updateRows(maintenance, pageId, [{ id, status, dueAt, updatedAt: ctx.now() }]),
        ...insertRows(maintenanceUpdate, [updateRow(ctx, pageId, id)]),
        ...appendChanges(ctx, pageId, layerAfter(ctx, facts), "maintenance", id),
      ],
      notices: [{ ...told, scope: { maintenance_id: id }, dueAt: ctx.now(), expiresAt: target.row.endsAt }],
      audit: {
        action: "maintenance.cancel",
        subjectKind: "maintenance",
        subjectId: id,
        before: { status: target.row.status },
        after: { status },
      },
      publishes: true,
    });
  });
}
