import { maintenanceList } from "~/db/queries/maintenance";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type ListMaintenancesInput, listMaintenancesInput } from "~/rules/maintenances/input";
import { paged, readCursor } from "../cursor";
import { type MaintenanceView, maintenanceView } from "./view";

export { type ListMaintenancesInput, type MaintenanceView, maintenanceView };

export interface ListedMaintenances {
  maintenances: MaintenanceView[];
  /** Where the list goes on; null = these were the last. */
  before: string | null;
}

/** The page's maintenances: what is to come soonest first, everything else latest start first. */
export async function listMaintenances(ctx: Ctx, given: ListMaintenancesInput): Promise<Result<ListedMaintenances>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "viewer");
  if (!may.ok) return may;
  const parsed = parseInput(listMaintenancesInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, before: cursor, limit } = parsed.value;
  const filter = parsed.value.filter;
  const [found] = await read(
    ctx,
    maintenanceList(ctx, pageId, { filter, before: readCursor(cursor), limit: limit + 1 }),
  );
  const { rows, before } = paged(found, limit, ({ row }) => [row.startsAt, row.id]);
  return ok({ maintenances: rows.map(maintenanceView), before });
}
