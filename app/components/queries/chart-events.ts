import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/platform/ctx";
import { idsOfShownIncidents, idsOfShownMaintenances } from "~/status-page/queries/reaching-events";

type Db = Pick<Ctx, "db">;

/** What a chart is about: a component, or a source (a monitor is one) whose rules move components. */
export type ChartSubject = { componentId: string } | { sourceId: string };

export interface ChartEventsTarget {
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

/** Selects the incidents that name one of the components and last into the chart. */
export const incidentsInChart = ({ db }: Db, target: ChartEventsTarget) =>
  db
    .select({
      id: sql<string>`i.id`.as("id"),
      title: sql<string>`i.title`.as("title"),
      from: sql<number>`i.started_at`.as("begin_at"),
      to: sql<number | null>`i.resolved_at`.as("end_at"),
    })
    .from(sql`incident i`)
    .where(
      sql`i.id IN ${idsOfShownIncidents(target.pageId, target.since)} AND i.visibility IN ('draft', 'published') AND EXISTS (SELECT 1 FROM incident_component c WHERE c.incident_id = i.id AND c.component_id IN ${componentsOf(target)})`,
    )
    .orderBy(sql`i.started_at DESC, i.id DESC`)
    .limit(target.limit);

/** Selects the same of maintenance that has begun; one that was cancelled is not marked. */
export const maintenancesInChart = ({ db }: Db, target: ChartEventsTarget) =>
  db
    .select({
      id: sql<string>`m.id`.as("id"),
      title: sql<string>`m.title`.as("title"),
      from: sql<number>`m.starts_at`.as("begin_at"),
      to: sql<number | null>`iif(m.status = 'completed', coalesce(m.completed_at, m.ends_at), NULL)`.as("end_at"),
    })
    .from(sql`maintenance m`)
    .where(
      sql`m.id IN ${idsOfShownMaintenances(target.pageId, target.since)} AND m.status IN ('in_progress', 'verifying', 'completed') AND EXISTS (SELECT 1 FROM maintenance_component c WHERE c.maintenance_id = m.id AND c.component_id IN ${componentsOf(target)})`,
    )
    .orderBy(sql`m.starts_at DESC, m.id DESC`)
    .limit(target.limit);
