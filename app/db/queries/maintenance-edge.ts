import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { type Status, toStatus } from "../../rules/status";
import { read } from "../read";
import { maintenance, page } from "../schema";

export type MaintenanceRow = typeof maintenance.$inferSelect & {
  components: { componentId: string; status: Status }[];
  updateCount: number;
};

const components = sql<string>`(SELECT json_group_array(json_object('componentId', c.component_id, 'status', c.status)) FROM maintenance_component c WHERE c.maintenance_id = maintenance.id)`;

const updateCount = sql<number>`(SELECT count(*) FROM maintenance_update u WHERE u.maintenance_id = maintenance.id)`;

const componentsOf = (text: string) =>
  (JSON.parse(text) as { componentId: string; status: string }[]).map((each) => ({
    ...each,
    status: toStatus(each.status),
  }));

/** One maintenance with its components, all active ones of the page beside it, and the page's open day. 2 statements. */
export async function maintenanceEdgeFacts(ctx: Ctx, pageId: string, id: string) {
  const active = inArray(maintenance.status, ["in_progress", "verifying"]);
  const [rows, pages] = await read(
    ctx,
    ctx.db
      .select({
        row: maintenance,
        components: components.as("components"),
        updateCount: updateCount.as("update_count"),
      })
      .from(maintenance)
      .where(and(eq(maintenance.pageId, pageId), or(eq(maintenance.id, id), active))),
    ctx.db.select({ openDayAt: page.openDayAt }).from(page).where(eq(page.id, pageId)),
  );
  const all: MaintenanceRow[] = rows.map(({ row, components: text, ...counted }) => ({
    ...{ ...row, ...counted, components: componentsOf(text) },
  }));
  const others = all.filter((each) => each.id !== id && (each.status === "in_progress" || each.status === "verifying"));
  return { found: all.find((each) => each.id === id) ?? null, others, openDayAt: pages[0]?.openDayAt ?? 0 };
}
