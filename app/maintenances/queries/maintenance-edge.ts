import { and, eq, sql } from "drizzle-orm";
import { rowsAsJsonSql } from "~/db/json-rows";
import type { RowsByQueryName } from "~/db/read";
import { type PageIdOrSql, readByPage } from "~/db/read-pages";
import { maintenanceTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { type Status, toStatus } from "~/status/status";
import type { TimelineState } from "~/status-page/rules/layer-change";
import { timelineStateOf, timelineStateOfPageQuery } from "~/status-page/timeline/queries/status-change";
import { dayMs } from "~/time/durations";
import { isMaintenanceActive } from "../rules/maintenance";

export type MaintenanceRow = typeof maintenanceTable.$inferSelect & {
  components: { componentId: string; status: Status }[];
  updateCount: number;
  /** Time of cancellation; null unless it was cancelled. */
  cancelledAt: number | null;
};

const components = rowsAsJsonSql(
  sql`maintenance_component c WHERE c.maintenance_id = maintenance.id`,
  "c",
  "componentId status",
);

const updateCount = sql<number>`(SELECT count(*) FROM maintenance_update u WHERE u.maintenance_id = maintenance.id)`;

const cancelledAt = sql<
  number | null
>`CASE WHEN maintenance.status = 'cancelled' THEN (SELECT min(u.shown_at) FROM maintenance_update u WHERE u.maintenance_id = maintenance.id AND u.status = 'cancelled') END`;

const componentsOf = (text: string) =>
  (JSON.parse(text) as { componentId: string; status: string }[]).map((each) => ({
    ...each,
    status: toStatus(each.status),
  }));

interface MaintenanceQueryRow extends Omit<MaintenanceRow, keyof typeof maintenanceTable.$inferSelect | "components"> {
  row: typeof maintenanceTable.$inferSelect;
  components: string;
}

const toMaintenance = ({ row, components: text, ...more }: MaintenanceQueryRow): MaintenanceRow => ({
  ...row,
  ...more,
  components: componentsOf(text),
});

const maxMaintenanceMs = 31 * dayMs;

/** SQL for the requested ids of one page, from the JSON by page, so that those of other pages are not read. */
const idsOf = (pageId: PageIdOrSql, asked: string) => sql`SELECT value FROM json_each(${asked} -> ${pageId})`;

/**
 * SQL for the requested maintenance windows, active ones, and those that are over but may have been active since the
 * first requested one started; by two indexes.
 */
const atHand = (pageId: PageIdOrSql, asked: string, now: number) => sql`maintenance.id IN (
  ${idsOf(pageId, asked)} UNION SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND m.status IN ('in_progress', 'verifying')
  UNION SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND m.starts_at <= ${now} AND m.status IN ('completed', 'cancelled')
    AND m.starts_at >= (SELECT min(own.starts_at) - ${maxMaintenanceMs} FROM maintenance own WHERE own.page_id = ${pageId} AND own.id IN (${idsOf(pageId, asked)})))`;

const queries = (ctx: Ctx, pageId: PageIdOrSql, asked: string) =>
  [
    ctx.db
      .select({
        row: maintenanceTable,
        components: components.as("components"),
        updateCount: updateCount.as("update_count"),
        cancelledAt: cancelledAt.as("cancelled_at"),
      })
      .from(maintenanceTable)
      .where(and(eq(maintenanceTable.pageId, pageId), atHand(pageId, asked, ctx.now()))),
    timelineStateOfPageQuery(ctx, pageId),
  ] as const;

export interface MaintenanceTransitionsFacts {
  found: MaintenanceRow[];
  all: MaintenanceRow[];
  timeline: TimelineState;
}

/**
 * Reads for each page its requested maintenance windows, the active ones, those that ended recently, and its timeline.
 * 2 statements, however many pages there are.
 */
export async function readMaintenanceTransitionFactsByPage(
  ctx: Ctx,
  pageIds: readonly string[],
  asked: Readonly<Record<string, readonly string[]>>,
): Promise<Map<string, MaintenanceTransitionsFacts>> {
  const found = await readByPage(ctx, pageIds, (page) => queries(ctx, page, JSON.stringify(asked)));
  return new Map(
    [...found].map(([pageId, [rows, timeline]]) => {
      const all = rows.map(toMaintenance);
      const own = all.filter(({ id }) => asked[pageId]?.includes(id));
      return [pageId, { found: own, all, timeline: timelineStateOf(timeline) }];
    }),
  );
}

/** Returns the queries for the same facts of one maintenance window, to be read in a batch with others. */
export function maintenanceTransitionQueries(ctx: Ctx, pageId: string, id: string) {
  const [maintenances, timeline] = queries(ctx, pageId, JSON.stringify({ [pageId]: [id] }));
  return { maintenances, timeline };
}

/** Returns the facts about the requested maintenance from their rows. */
export function maintenanceTransitionFacts(
  id: string,
  told: RowsByQueryName<ReturnType<typeof maintenanceTransitionQueries>>,
) {
  const all = told.maintenances.map(toMaintenance);
  const others = all.filter((each) => each.id !== id);
  return {
    found: all.find((each) => each.id === id) ?? null,
    active: others.filter((each) => isMaintenanceActive(each.status)),
    over: others.filter((each) => !isMaintenanceActive(each.status)),
    timeline: timelineStateOf(told.timeline),
  };
}

export type MaintenanceTransitionFacts = ReturnType<typeof maintenanceTransitionFacts>;
