import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/platform/ctx";
import { shownIncidentIdsSql, shownMaintenanceIdsSql } from "./reaching-events";

type Db = Pick<Ctx, "db">;

/** The subject of a chart: a component, or a source (such as a monitor) whose rules affect components. */
export type ChartSubject = { componentId: string } | { sourceId: string };

interface ChartEventsTarget {
  pageId: string;
  of: ChartSubject;
  /** Start of the chart, UTC ms. */
  since: number;
  /** Most of each kind that are read; the newest. */
  limit: number;
}

const componentsOf = ({ pageId, of }: ChartEventsTarget): SQL =>
  "componentId" in of
    ? sql`(${of.componentId})`
    : sql`(SELECT rc.component_id FROM rule r JOIN rule_component rc ON rc.page_id = r.page_id AND rc.rule_id = r.id WHERE r.page_id = ${pageId} AND r.source_id = ${of.sourceId})`;

interface ChartedRows {
  /** The table, as x. */
  rows: SQL;
  begin: SQL;
  end: SQL;
  isMarked: SQL;
}

const newestInChart = ({ db }: Db, limit: number, { rows, begin, end, isMarked }: ChartedRows) =>
  db
    .select({
      id: sql<string>`x.id`.as("id"),
      title: sql<string>`x.title`.as("title"),
      from: sql<number>`${begin}`.as("begin_at"),
      to: sql<number | null>`${end}`.as("end_at"),
    })
    .from(rows)
    .where(isMarked)
    .orderBy(sql`${begin} DESC, x.id DESC`)
    .limit(limit);

/** Selects the incidents that affect one of the components and overlap the chart. */
export const incidentsInChartQuery = (ctx: Db, target: ChartEventsTarget) =>
  newestInChart(ctx, target.limit, {
    rows: sql`incident x`,
    begin: sql`x.started_at`,
    end: sql`x.resolved_at`,
    isMarked: sql`x.id IN ${shownIncidentIdsSql(target.pageId, target.since)} AND x.visibility IN ('draft', 'published') AND EXISTS (SELECT 1 FROM incident_component c WHERE c.incident_id = x.id AND c.component_id IN ${componentsOf(target)})`,
  });

/** Selects the same of maintenance that has started; a cancelled window is not marked. */
export const maintenancesInChartQuery = (ctx: Db, target: ChartEventsTarget) =>
  newestInChart(ctx, target.limit, {
    rows: sql`maintenance x`,
    begin: sql`x.starts_at`,
    end: sql`iif(x.status = 'completed', coalesce(x.completed_at, x.ends_at), NULL)`,
    isMarked: sql`x.id IN ${shownMaintenanceIdsSql(target.pageId, target.since)} AND x.status IN ('in_progress', 'verifying', 'completed') AND EXISTS (SELECT 1 FROM maintenance_component c WHERE c.maintenance_id = x.id AND c.component_id IN ${componentsOf(target)})`,
  });
