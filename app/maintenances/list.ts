import type { BatchItem } from "drizzle-orm/batch";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { pageOf, readCursor } from "~/change/cursor";
import { type NamedRows, readNamedQueries } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type MaintenanceView, maintenanceView } from "./maintenance-view";
import { maintenanceList } from "./queries/maintenance";
import { type ListMaintenancesInput, listMaintenancesInput } from "./rules/input";

export { type ListMaintenancesInput, type MaintenanceView, maintenanceView };

export interface ListedMaintenances {
  maintenances: MaintenanceView[];
  /** Cursor of the rest; null = these were the last. */
  before: string | null;
}

type Query = BatchItem<"sqlite">;

/**
 * Returns the page's maintenances: upcoming ones soonest first, all others by latest start; `more` reads data about
 * them in the same batch.
 */
export async function listMaintenancesWith<More extends Record<string, Query>>(
  ctx: Ctx,
  given: ListMaintenancesInput,
  more: (pageId: string, list: ReturnType<typeof maintenanceList>) => More,
): Promise<Result<ListedMaintenances & { more: NamedRows<More> }>> {
  const authorized = authorizeAndParse(ctx, { role: "viewer", input: listMaintenancesInput }, given);
  if (!authorized.ok) return authorized;
  const { pageId, filter, before: cursor, limit } = authorized.value.input;
  const list = maintenanceList(ctx, pageId, { filter, before: readCursor(cursor), limit: limit + 1 });
  const [{ found }, told] = await readNamedQueries(ctx, { found: list }, more(pageId, list));
  const { rows, before } = pageOf(found, limit, ({ row }) => [row.startsAt, row.id]);
  return ok({ maintenances: rows.map(maintenanceView), before, more: told });
}

export const listMaintenances = (ctx: Ctx, given: ListMaintenancesInput): Promise<Result<ListedMaintenances>> =>
  listMaintenancesWith(ctx, given, () => ({}));
