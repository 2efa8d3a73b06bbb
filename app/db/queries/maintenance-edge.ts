import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { isActive } from "../../rules/maintenance";
import { type Status, toStatus } from "../../rules/status";
import { read } from "../read";
import { maintenance } from "../schema";
import { stateOf, timelineOf } from "./status-change";

export type MaintenanceRow = typeof maintenance.$inferSelect & {
  components: { componentId: string; status: Status }[];
  updateCount: number;
  /** When it was called off; null while it was not. */
  cancelledAt: number | null;
};

const components = sql<string>`(SELECT json_group_array(json_object('componentId', c.component_id, 'status', c.status)) FROM maintenance_component c WHERE c.maintenance_id = maintenance.id)`;

const updateCount = sql<number>`(SELECT count(*) FROM maintenance_update u WHERE u.maintenance_id = maintenance.id)`;

const cancelledAt = sql<
  number | null
>`CASE WHEN maintenance.status = 'cancelled' THEN (SELECT min(u.shown_at) FROM maintenance_update u WHERE u.maintenance_id = maintenance.id AND u.status = 'cancelled') END`;

const componentsOf = (text: string) =>
  (JSON.parse(text) as { componentId: string; status: string }[]).map((each) => ({
    ...each,
    status: toStatus(each.status),
  }));

const longest = 31 * 24 * 3600_000;

/** It, those that go on, and those that are over but may have gone on since its start; by two indexes. */
const atHand = (pageId: string, id: string, now: number) => sql`maintenance.id IN (
  SELECT ${id} UNION SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND m.status IN ('in_progress', 'verifying')
  UNION SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND m.starts_at <= ${now} AND m.status IN ('completed', 'cancelled')
    AND m.starts_at >= (SELECT own.starts_at - ${longest} FROM maintenance own WHERE own.id = ${id}))`;

/** One maintenance, the active ones of the page and those just over beside it, and the page's timeline. 2 statements. */
export async function maintenanceEdgeFacts(ctx: Ctx, pageId: string, id: string) {
  const [rows, timeline] = await read(
    ctx,
    ctx.db
      .select({
        row: maintenance,
        components: components.as("components"),
        updateCount: updateCount.as("update_count"),
        cancelledAt: cancelledAt.as("cancelled_at"),
      })
      .from(maintenance)
      .where(and(eq(maintenance.pageId, pageId), atHand(pageId, id, ctx.now()))),
    timelineOf(ctx, pageId),
  );
  const all: MaintenanceRow[] = rows.map(({ row, components: text, ...more }) => ({
    ...{ ...row, ...more, components: componentsOf(text) },
  }));
  const others = all.filter((each) => each.id !== id);
  return {
    found: all.find((each) => each.id === id) ?? null,
    active: others.filter((each) => isActive(each.status)),
    over: others.filter((each) => !isActive(each.status)),
    timeline: stateOf(timeline),
  };
}

export type MaintenanceEdgeFacts = Awaited<ReturnType<typeof maintenanceEdgeFacts>>;
