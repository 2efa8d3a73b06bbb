import { shownComponents } from "~/db/queries/snapshot-facts";
import { read } from "~/db/read";
import { maintenance, maintenanceComponent, maintenanceUpdate } from "~/db/schema";
import { insertRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import { invalid, type Result } from "~/rules/failure";
import { type PlanMaintenanceInput, planMaintenanceInput } from "~/rules/input/maintenance";
import { parseInput } from "~/rules/input/parse";
import { planned } from "~/rules/maintenance";
import { permit } from "~/rules/permission";
import { authorOf, changing, commitChange, type Done } from "../change";

export type { PlanMaintenanceInput };

type Parsed = ReturnType<typeof planMaintenanceInput.parse>;

function rowsOf(ctx: Ctx, id: string, input: Parsed) {
  const { pageId, title, body, components, startsAt, endsAt, autoStart, autoEnd, notify } = input;
  const plan = planned({ startsAt, endsAt, autoStart, autoEnd });
  if (!plan.ok) return plan;
  const now = ctx.now();
  const { html, text } = renderMarkdown(body);
  const words = { body, bodyHtml: html, bodyText: text, createdAt: now, updatedAt: now };
  const update = { id: ctx.id(), pageId, maintenanceId: id, status: "scheduled", shownAt: now, notify };
  const touched = Object.entries(components).map(([componentId, status]) => ({
    ...{ maintenanceId: id, componentId, pageId },
    status: status === "operational" ? "under_maintenance" : status,
  }));
  return {
    ok: true as const,
    value: [
      ...insertRows(maintenance, [{ id, pageId, title, ...plan.value, ...words }]),
      ...insertRows(maintenanceComponent, touched),
      ...insertRows(maintenanceUpdate, [{ ...update, ...words, ...authorOf(ctx) }]),
    ],
  };
}

/** Plans a maintenance; the clock starts and ends it where automatic. Failures: invalid. */
export async function planMaintenance(ctx: Ctx, given: PlanMaintenanceInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(planMaintenanceInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, commitId = ctx.id(), components, title, startsAt, endsAt, notify } = parsed.value;
  if (endsAt <= ctx.now()) return invalid("endsAt", "This end is in the past.");
  const id = ctx.id();
  return changing(ctx, async () => {
    const [known] = await read(ctx, shownComponents(ctx, pageId));
    const unknown = Object.keys(components).find((each) => !known.some((component) => component.id === each));
    if (unknown !== undefined) return invalid(`components.${unknown}`, "No such component.");
    const rows = rowsOf(ctx, id, parsed.value);
    if (!rows.ok) return rows;
    const scope = { maintenance_id: id, component_ids: Object.keys(components) };
    const told = {
      kind: "maintenance_scheduled" as const,
      subjectId: id,
      sequence: 1,
      audience: "subscribers" as const,
      scope,
    };
    return commitChange(ctx, {
      id: commitId,
      pageId,
      changes: rows.value,
      notices: notify ? [{ ...told, dueAt: ctx.now(), expiresAt: endsAt }] : [],
      audit: {
        action: "maintenance.plan",
        subjectKind: "maintenance",
        subjectId: id,
        after: { title, startsAt, endsAt, components },
      },
      publishes: true,
    });
  });
}
