import { and, between, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { publicVisibilityRules } from "~/components/rules/stored-visibility";
import { readBatch } from "~/db/read";
import { componentTable, componentYearTable, pageTable, statusChangeTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { parseStandstills, standstillsColumn } from "../timeline/queries/standstill";
import { openDayCondition, openDayStatusChangesQuery, toStatusChangeFact } from "../timeline/queries/status-change";
import { correctionsOfPageSql } from "./page-lists";
import { toComponentFact } from "./row-facts";

/** Six calendar months, plus what zones and long months may add. */
const maxReportMs = 190 * dayMs;

/** Number of corrections that a report lists, the newest. */
const maxCorrections = 50;

type Db = Pick<Ctx, "db">;

export type ComponentOrGroupTarget = { componentId: string } | { groupId: string };

const isTarget = (target: ComponentOrGroupTarget) =>
  "groupId" in target ? eq(componentTable.groupId, target.groupId) : eq(componentTable.id, target.componentId);

const aimedAt = ({ db }: Db, pageId: string, target: ComponentOrGroupTarget) =>
  db
    .select({ id: componentTable.id })
    .from(componentTable)
    .where(and(eq(componentTable.pageId, pageId), isNull(componentTable.archivedAt), isTarget(target)));

const groupName = (target: ComponentOrGroupTarget) =>
  "groupId" in target
    ? sql<string | null>`(SELECT g.name FROM component_group g WHERE g.id = ${target.groupId} AND g.page_id = page.id)`
    : sql<string | null>`NULL`;

/** Selects what gives components a status: these `incidents`, and maintenance in progress. */
const givers = ({ db }: Db, pageId: string, incidents: SQL, of: (componentId: SQL) => SQL) =>
  db
    .select({
      kind: sql<string>`t.kind`.as("kind"),
      id: sql<string>`t.id`.as("id"),
      componentId: sql<string>`t.component_id`.as("component_id"),
      status: sql<string>`t.status`.as("status"),
      closed: sql<number>`t.closed`.as("closed"),
      startedAt: sql<number>`t.started_at`.as("started_at"),
      resolvedAt: sql<number | null>`t.resolved_at`.as("resolved_at"),
    })
    .from(
      sql`(SELECT 'incident' AS kind, i.id, c.component_id, c.status, i.closed, i.started_at, i.resolved_at FROM incident i JOIN incident_component c ON c.incident_id = i.id WHERE i.page_id = ${pageId} AND i.visibility = 'published' AND ${of(sql`c.component_id`)} AND ${incidents} UNION ALL SELECT 'maintenance', m.id, c.component_id, c.status, 0, m.starts_at, NULL FROM maintenance m JOIN maintenance_component c ON c.maintenance_id = m.id WHERE m.page_id = ${pageId} AND m.status IN ('in_progress', 'verifying') AND ${of(sql`c.component_id`)}) t`,
    )
    .orderBy(sql`t.started_at`, sql`t.id`);

/** Selects those that apply now, or applied in that time. */
const touching = (ctx: Db, pageId: string, ids: ReturnType<typeof aimedAt>, until: number) =>
  givers(
    ctx,
    pageId,
    sql`(i.closed = 0 OR (i.started_at <= ${until} AND coalesce(i.resolved_at, i.started_at) >= ${until - maxReportMs}))`,
    (componentId) => sql`${componentId} IN ${ids}`,
  );

/**
 * Reads the facts for the uptime of a component, or of a group's components, over at most six months up to about
 * `until` (ms). 5 statements.
 */
export async function readTargetUptimeFacts(ctx: Ctx, pageId: string, target: ComponentOrGroupTarget, until: number) {
  const { db } = ctx;
  const ids = aimedAt(ctx, pageId, target);
  const year = new Date(until).getUTCFullYear();
  const [pages, components, changes, years, given] = await readBatch(
    ctx,
    db
      .select({
        row: pageTable,
        groupName: groupName(target).as("group_name"),
        standstills: standstillsColumn(sql`page.open_day_at`).as("standstills"),
      })
      .from(pageTable)
      .where(eq(pageTable.id, pageId)),
    db
      .select()
      .from(componentTable)
      .where(and(eq(componentTable.pageId, pageId), isNull(componentTable.archivedAt), isTarget(target)))
      .orderBy(componentTable.position, componentTable.id),
    db
      .select()
      .from(statusChangeTable)
      .where(and(openDayCondition(pageId), inArray(statusChangeTable.componentId, ids)))
      .orderBy(statusChangeTable.recordedAt, statusChangeTable.id),
    db
      .select()
      .from(componentYearTable)
      .where(
        and(
          eq(componentYearTable.pageId, pageId),
          inArray(componentYearTable.year, [year - 1, year, year + 1]),
          inArray(componentYearTable.componentId, ids),
        ),
      ),
    touching(ctx, pageId, ids, until),
  );
  return {
    page: pages[0]?.row ?? null,
    groupName: pages[0]?.groupName ?? null,
    components: components.map(toComponentFact),
    changes: changes.map(toStatusChangeFact),
    years,
    touching: given,
    standstills: parseStandstills(pages[0]?.standstills),
  };
}

export type TargetUptimeRows = Awaited<ReturnType<typeof readTargetUptimeFacts>>;

/**
 * Reads the facts for the uptime of all components of a page, except those whose uptime is hidden: packed days of the
 * years from `first` to `last`, and the rows of the open day. 5 statements; rows grow with components × years.
 */
export async function readUptimeReportFacts(
  ctx: Ctx,
  pageId: string,
  { first, last }: { first: number; last: number },
  stretch: { start: number; end: number },
) {
  const { db } = ctx;
  const counted = and(
    eq(componentTable.pageId, pageId),
    isNull(componentTable.archivedAt),
    eq(componentTable.showUptime, true),
    inArray(componentTable.shownWhen, [...publicVisibilityRules]),
  );
  const ids = db.select({ id: componentTable.id }).from(componentTable).where(counted);
  const [pages, components, changes, years, touching] = await readBatch(
    ctx,
    db
      .select({
        timeZone: pageTable.timeZone,
        openDayAt: pageTable.openDayAt,
        partialWeight: pageTable.partialWeight,
        corrections: correctionsOfPageSql(maxCorrections, stretch).as("corrections"),
        standstills: standstillsColumn(sql`min(page.open_day_at, ${stretch.start})`).as("standstills"),
      })
      .from(pageTable)
      .where(and(eq(pageTable.id, pageId), isNull(pageTable.deletedAt))),
    db.select().from(componentTable).where(counted).orderBy(componentTable.position, componentTable.id),
    openDayStatusChangesQuery(ctx, pageId),
    db
      .select()
      .from(componentYearTable)
      .where(
        and(
          eq(componentYearTable.pageId, pageId),
          between(componentYearTable.year, first, last),
          inArray(componentYearTable.componentId, ids),
        ),
      ),
    givers(ctx, pageId, sql`i.closed = 0`, (componentId) => sql`${componentId} IN ${ids}`),
  );
  return {
    page: pages[0] ?? null,
    components: components.map(toComponentFact),
    changes: changes.map(toStatusChangeFact),
    years,
    touching,
    standstills: parseStandstills(pages[0]?.standstills),
  };
}

export type UptimeReportFactRows = Awaited<ReturnType<typeof readUptimeReportFacts>>;
