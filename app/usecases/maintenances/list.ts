import { maintenanceList } from "~/db/queries/maintenance";
import { read } from "~/db/read";
import type { maintenance } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/failure";
import { permit } from "~/rules/permission";
import { paged, pageSize, readCursor } from "../cursor";

/** A maintenance as its people see it; instants in ms. */
export interface MaintenanceView extends Omit<typeof maintenance.$inferSelect, "pageId" | "dueAt"> {
  /** component id → the status it takes meanwhile. */
  components: Record<string, string>;
}

export interface ListedMaintenances {
  maintenances: MaintenanceView[];
  before: string | null;
}

export function maintenanceView(found: { row: typeof maintenance.$inferSelect; components: string }): MaintenanceView {
  const { pageId, dueAt, ...row } = found.row;
  return { ...row, components: JSON.parse(found.components) as Record<string, string> };
}

/** The page's maintenances, latest start first, 50 at a time. */
export async function listMaintenances(
  ctx: Ctx,
  given: { pageId: string; before?: string },
): Promise<Result<ListedMaintenances>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "viewer");
  if (!may.ok) return may;
  const [found] = await read(ctx, maintenanceList(ctx, given.pageId, readCursor(given.before), pageSize + 1));
  const { rows, before } = paged(found, pageSize, ({ row }) => [row.startsAt, row.id]);
  return ok({ maintenances: rows.map(maintenanceView), before });
}
