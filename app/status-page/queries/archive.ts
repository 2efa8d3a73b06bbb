import { and, type Column, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { rowsAsJsonSql } from "~/db/json-rows";
import {
  componentTable,
  deploymentTable,
  incidentComponentTable,
  incidentTable,
  maintenanceComponentTable,
  maintenanceTable,
  pageTable,
} from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { lastingIncidentIdsSql, lastingMaintenanceIdsSql } from "./reaching-events";
import {
  incidentsByIdsQuery,
  incidentsWhereQuery,
  maintenancesByIdsQuery,
  maintenancesWhereQuery,
} from "./snapshot-facts";

type Db = Pick<Ctx, "db">;

/** The range [from, to) in ms. */
export interface TimeWindow {
  from: number;
  to: number;
}

/** Selects the incident whatever its visibility; the caller distinguishes withdrawn from draft. */
export const archiveIncidentByIdQuery = (ctx: Db, pageId: string, id: string) =>
  incidentsWhereQuery(ctx, pageId, eq(incidentTable.id, id));

export const archiveMaintenanceByIdQuery = (ctx: Db, pageId: string, id: string) =>
  maintenancesWhereQuery(ctx, pageId, eq(maintenanceTable.id, id));

/** A part of a window, newest first: at most `limit` rows after the mark `after`. */
export interface ArchiveRange extends TimeWindow {
  after: { at: number; id: string } | null;
  limit: number;
  /** The component that the rows name; null = any. */
  componentId: string | null;
}

/** SQL condition for rows that affect the component, with one lookup in the index for each row of the period. */
const namesIncidentComponent = ({ componentId: id }: ArchiveRange): SQL | undefined =>
  id === null
    ? undefined
    : sql`EXISTS (SELECT 1 FROM incident_component c WHERE c.incident_id = ${incidentTable.id} AND c.component_id = ${id})`;

const namesMaintenanceComponent = ({ componentId: id }: ArchiveRange): SQL | undefined =>
  id === null
    ? undefined
    : sql`EXISTS (SELECT 1 FROM maintenance_component c WHERE c.maintenance_id = ${maintenanceTable.id} AND c.component_id = ${id})`;

/** The condition for rows after the mark in the order of the list. */
const behind = (begin: Column, id: Column, { after }: ArchiveRange): SQL | undefined =>
  after ? sql`(${begin}, ${id}) < (${after.at}, ${after.id})` : undefined;

/** The condition for rows that started in the stretch; it bounds the index by the list's first sort column. */
const within = (begin: Column, id: Column, stretch: ArchiveRange): SQL | undefined =>
  and(gte(begin, stretch.from), behind(begin, id, stretch) ?? lt(begin, stretch.to));

const published = eq(incidentTable.visibility, "published");

export const publishedIncidentsInRangeQuery = (ctx: Db, pageId: string, stretch: ArchiveRange) =>
  incidentsWhereQuery(
    ctx,
    pageId,
    and(published, within(incidentTable.startedAt, incidentTable.id, stretch), namesIncidentComponent(stretch)),
  )
    .orderBy(desc(incidentTable.startedAt), desc(incidentTable.id))
    .limit(stretch.limit);

export const maintenancesInRangeQuery = (ctx: Db, pageId: string, stretch: ArchiveRange) =>
  maintenancesWhereQuery(
    ctx,
    pageId,
    and(within(maintenanceTable.startsAt, maintenanceTable.id, stretch), namesMaintenanceComponent(stretch)),
  )
    .orderBy(desc(maintenanceTable.startsAt), desc(maintenanceTable.id))
    .limit(stretch.limit);

/** Selects incidents that had started before the stretch and lasted into it. */
export function incidentsIntoRangeQuery(ctx: Db, pageId: string, stretch: ArchiveRange) {
  const isBehind = and(behind(incidentTable.startedAt, incidentTable.id, stretch), namesIncidentComponent(stretch));
  return incidentsByIdsQuery(ctx, lastingIncidentIdsSql(pageId, stretch.from), and(published, isBehind))
    .orderBy(desc(incidentTable.startedAt), desc(incidentTable.id))
    .limit(stretch.limit);
}

export function maintenancesIntoRangeQuery(ctx: Db, pageId: string, stretch: ArchiveRange) {
  const isBehind = and(
    behind(maintenanceTable.startsAt, maintenanceTable.id, stretch),
    namesMaintenanceComponent(stretch),
  );
  return maintenancesByIdsQuery(ctx, lastingMaintenanceIdsSql(pageId, stretch.from), isBehind)
    .orderBy(desc(maintenanceTable.startsAt), desc(maintenanceTable.id))
    .limit(stretch.limit);
}

/**
 * Selects the newest published incidents that named a component. The inner query chooses ids; only those are read in
 * full.
 */
export const publicIncidentsOfComponentQuery = (ctx: Db, pageId: string, componentId: string, limit: number) => {
  const newest = ctx.db
    .select({ id: incidentTable.id })
    .from(incidentComponentTable)
    .innerJoin(incidentTable, eq(incidentTable.id, incidentComponentTable.incidentId))
    .where(
      and(
        eq(incidentComponentTable.componentId, componentId),
        eq(incidentTable.pageId, pageId),
        eq(incidentTable.visibility, "published"),
      ),
    )
    .orderBy(desc(incidentTable.startedAt))
    .limit(limit);
  return incidentsWhereQuery(ctx, pageId, inArray(incidentTable.id, newest)).orderBy(desc(incidentTable.startedAt));
};

/** Selects, in the same way, the newest maintenance that named a component and is over. */
export const pastMaintenancesOfComponentQuery = (ctx: Db, pageId: string, componentId: string, limit: number) => {
  const newest = ctx.db
    .select({ id: maintenanceTable.id })
    .from(maintenanceComponentTable)
    .innerJoin(maintenanceTable, eq(maintenanceTable.id, maintenanceComponentTable.maintenanceId))
    .where(
      and(
        eq(maintenanceComponentTable.componentId, componentId),
        eq(maintenanceTable.pageId, pageId),
        eq(maintenanceTable.status, "completed"),
      ),
    )
    .orderBy(desc(maintenanceTable.startsAt))
    .limit(limit);
  return maintenancesWhereQuery(ctx, pageId, inArray(maintenanceTable.id, newest)).orderBy(
    desc(maintenanceTable.startsAt),
  );
};

/** Selects the names of all components, including archived ones, which the history still shows. */
export const allComponentNamesOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ id: componentTable.id, name: componentTable.name })
    .from(componentTable)
    .where(eq(componentTable.pageId, pageId));

const first = (column: SQL, table: SQL, pageId: string, visible: SQL) =>
  sql`(SELECT min(${column}) FROM ${table} WHERE page_id = ${pageId} AND ${visible})`;

const namesOfPage = rowsAsJsonSql(sql`component c WHERE c.page_id = page.id`, "c", "id name");

/**
 * Selects the time of the first incident or maintenance that the history can show (null = none), and the names of
 * `componentNames`.
 */
export const firstEventTimeQuery = ({ db }: Db, pageId: string) => {
  const incidents = first(sql`started_at`, sql`incident`, pageId, sql`visibility = 'published'`);
  const works = first(sql`starts_at`, sql`maintenance`, pageId, sql`true`);
  return db
    .select({
      at: sql<number | null>`min(coalesce(${incidents}, ${works}), coalesce(${works}, ${incidents}))`.as("at"),
      names: namesOfPage.as("names"),
    })
    .from(pageTable)
    .where(eq(pageTable.id, pageId));
};

/** Selects the slug of the page that `/` shows. */
export const homePageSlugQuery = ({ db }: Db) =>
  db
    .select({ slug: pageTable.slug })
    .from(deploymentTable)
    .innerJoin(pageTable, and(eq(pageTable.id, deploymentTable.homePageId), isNull(pageTable.deletedAt)))
    .where(eq(deploymentTable.id, 1));
