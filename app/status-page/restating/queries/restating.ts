import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { affectsComponentSql } from "~/alert-rules/queries/rule";
import {
  auditEntryTable,
  componentTable,
  componentYearTable,
  membershipTable,
  pageTable,
  restatedComponentTable,
  restatingTable,
} from "~/db/schema";
import { pageIdOfRowSql, rowsStatement, rowsWithPageId, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { hourMs } from "~/time/durations";
import { timelineColumns } from "../../timeline/queries/status-change";
import type { MonitorHourMinutes } from "../rules/unseen";
import { observerAuditActions } from "../rules/watch-log";

type Db = Pick<Ctx, "db">;

export type RestatingRow = typeof restatingTable.$inferSelect;

export const restatingOfPageQuery = ({ db }: Db, pageId: string) =>
  db.select().from(restatingTable).where(eq(restatingTable.pageId, pageId));

/** Number of entries of the audit log read in one step. */
export const auditLogEntriesPerStep = 2000;

/** Selects before and after only for actions that change who observes a component or who set its status. */
const told = (column: "before" | "after") => {
  const wanted = sql`action IN (SELECT value FROM json_each(${JSON.stringify(observerAuditActions)}))`;
  return sql<string | null>`CASE WHEN ${wanted} THEN ${sql.raw(column)} END`.as(`told_${column}`);
};

/** Selects the next entries of the page's log, along the index of page and time. */
export const nextAuditLogEntriesQuery = ({ db }: Db, pageId: string, after: { at: number; id: string }) =>
  db
    .select({
      id: auditEntryTable.id,
      at: auditEntryTable.at,
      action: auditEntryTable.action,
      subjectId: auditEntryTable.subjectId,
      before: told("before"),
      after: told("after"),
    })
    .from(auditEntryTable)
    .where(and(eq(auditEntryTable.pageId, pageId), sql`(at, id) > (${after.at}, ${after.id})`))
    .orderBy(auditEntryTable.at, auditEntryTable.id)
    .limit(auditLogEntriesPerStep);

/** Selects the page's settings for counting days, and its timeline. */
export const restatedPageByIdQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      timeZone: pageTable.timeZone,
      partialWeight: pageTable.partialWeight,
      deletedAt: pageTable.deletedAt,
      ...timelineColumns,
    })
    .from(pageTable)
    .where(eq(pageTable.id, pageId));

const ids = (all: readonly (string | number)[]) => sql`(SELECT value FROM json_each(${JSON.stringify(all)}))`;

/** Selects the next components that are older than the coverage layer, in the order of their ids. */
export const nextComponentsToExamineQuery = ({ db }: Db, { pageId, cursor, until }: RestatingRow, most: number) =>
  db
    .select()
    .from(componentTable)
    .where(
      and(
        eq(componentTable.pageId, pageId),
        isNull(componentTable.archivedAt),
        sql`${componentTable.id} > ${cursor} AND ${componentTable.createdAt} < ${until}`,
      ),
    )
    .orderBy(componentTable.id)
    .limit(most);

/**
 * Selects the current observers of these components: our own monitors and heartbeats by their id, others by their rule.
 */
export const presentObserversQuery = ({ db }: Db, pageId: string, componentIds: readonly string[]) =>
  db
    .select({
      componentId: sql<string>`c.component_id`.as("component_id"),
      id: sql<string>`iif(s.family = 'source', r.id, s.id)`.as("id"),
      family: sql<string>`s.family`.as("family"),
      hasPeriod: sql<number>`s.heartbeat_seconds IS NOT NULL`.as("has_period"),
      since: sql<number>`r.created_at`.as("since"),
      every: sql<
        number | null
      >`(SELECT max(m.interval, h.every) FROM monitor m JOIN monitor_shard h ON h.id = m.shard_id
        WHERE m.id = s.id)`.as("every"),
    })
    .from(
      sql`rule_component c JOIN rule r ON r.id = c.rule_id AND r.page_id = c.page_id JOIN source s ON s.id = r.source_id`,
    )
    .where(
      sql`c.page_id = ${pageId} AND c.component_id IN ${ids(componentIds)} AND ${affectsComponentSql("r.source_id")}`,
    );

export type PresentObserverRow = Awaited<ReturnType<typeof presentObserversQuery>>[number];

/** Selects packed days of these components in these years, each row by its key. */
export function packedYearsOfComponentsQuery(
  { db }: Db,
  pageId: string,
  componentIds: readonly string[],
  years: readonly number[],
) {
  const named = sql`component_id IN ${ids(componentIds)} AND year IN ${ids(years)}`;
  return db
    .select()
    .from(componentYearTable)
    .where(and(eq(componentYearTable.pageId, pageId), named));
}

/** Selects hours of these monitors on UTC days with checks that gave no result, each row by its key. */
export const monitorHoursOfDaysWithGapsQuery = (
  { db }: Db,
  monitorIds: readonly string[],
  before: number,
  most: number,
) =>
  db
    .select({
      monitorId: sql<string>`h.monitor_id`.as("monitor_id"),
      hour: sql<MonitorHourMinutes["hour"]>`h.hour`.as("hour"),
      minutes: sql<MonitorHourMinutes["minutes"]>`h.minutes`.as("minutes"),
    })
    .from(
      sql`monitor_year y CROSS JOIN json_each(y.days) d CROSS JOIN json_each('[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23]') k
        CROSS JOIN monitor_hour h`,
    )
    .where(
      sql`y.monitor_id IN ${ids(monitorIds)} AND d.value->>'$[3]' > 0 AND h.monitor_id = y.monitor_id
        AND h.hour = unixepoch(y.year || '-' || d.key) / 3600 + k.value AND h.hour < ${before / hourMs}`,
    )
    .orderBy(sql`h.monitor_id, h.hour`)
    .limit(most);

/** Selects components whose days are still to be written, in the order of their ids. */
export const nextComponentsToRestateQuery = ({ db }: Db, { pageId, cursor }: RestatingRow, most: number) =>
  db
    .select({
      own: componentTable,
      stretches: sql<string>`restated_component.stretches || ''`.as("to_restate"),
      mended: sql<string | null>`restated_component.figures -> '$.mended'`.as("to_mend"),
    })
    .from(restatedComponentTable)
    .innerJoin(componentTable, eq(componentTable.id, restatedComponentTable.componentId))
    .where(
      and(
        eq(restatedComponentTable.pageId, pageId),
        isNull(restatedComponentTable.doneAt),
        sql`${restatedComponentTable.componentId} > ${cursor}`,
      ),
    )
    .orderBy(restatedComponentTable.componentId)
    .limit(most);

/**
 * Marks these components as restated, with the stretches. Their versions stay, because nothing that people edit has
 * changed.
 */
export function markRestatedStatements(
  pageId: string,
  at: number,
  restated: readonly { id: string; stretches: [number, number][] }[],
): SqlStatement[] {
  if (restated.length === 0) return [];
  const columns = "restated_at = j.value->>'$.at', restated_stretches = j.value->>'$.stretches'";
  const own = `component.id = j.value->>'$.id' AND component.page_id = ${pageIdOfRowSql}`;
  const rows = restated.map(({ id, stretches }) => ({ id, stretches, at }));
  return [
    rowsStatement(`UPDATE component SET ${columns} FROM json_each(?1) j WHERE ${own}`, rowsWithPageId(pageId, rows)),
  ];
}

/** Selects the findings of a page, with today's names. Components that people keep manually since then are left out. */
export const restatingFindingsOfPageQuery = ({ db }: Db, pageId: string, most: number) =>
  db
    .select({
      id: componentTable.id,
      name: componentTable.name,
      figures: restatedComponentTable.figures,
      doneAt: restatedComponentTable.doneAt,
    })
    .from(restatedComponentTable)
    .innerJoin(componentTable, eq(componentTable.id, restatedComponentTable.componentId))
    .where(
      and(
        eq(restatedComponentTable.pageId, pageId),
        isNull(componentTable.archivedAt),
        sql`(${restatedComponentTable.doneAt} IS NOT NULL OR coalesce(${componentTable.keptBy}, '') <> 'manual' OR restated_component.figures -> '$.mended' IS NOT NULL)`,
      ),
    )
    .orderBy(componentTable.position, componentTable.id)
    .limit(most);

/** Selects the number of components found on a page; one row. */
export const restatingFindingCountQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(restatedComponentTable)
    .where(eq(restatedComponentTable.pageId, pageId));

/** Selects the pages whose restating waits for an owner or is in progress, with its state. */
export const unfinishedRestatingsQuery = ({ db }: Db, most: number) =>
  db
    .select({
      pageId: restatingTable.pageId,
      slug: pageTable.slug,
      name: pageTable.name,
      stage: restatingTable.stage,
      dueAt: restatingTable.dueAt,
      doneAt: restatingTable.doneAt,
    })
    .from(restatingTable)
    .innerJoin(pageTable, eq(pageTable.id, restatingTable.pageId))
    .where(and(isNull(pageTable.deletedAt), isNotNull(restatingTable.dueAt), isNotNull(restatingTable.foundAt)))
    .orderBy(pageTable.name, pageTable.id)
    .limit(most);

/** Selects the owners of a page who are people. */
export const ownerIdsOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ personId: membershipTable.personId })
    .from(membershipTable)
    .where(
      and(
        eq(membershipTable.pageId, pageId),
        eq(membershipTable.role, "owner"),
        sql`EXISTS (SELECT 1 FROM person p WHERE p.id = ${membershipTable.personId} AND p.kind = 'human')`,
      ),
    )
    .limit(50);

/** Selects a page's restating by the page's id, if anything was found. */
export const restatingWithFindingsQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ id: restatingTable.pageId, stage: restatingTable.stage, version: restatingTable.version })
    .from(restatingTable)
    .where(and(eq(restatingTable.pageId, pageId), sql`${restatingTable.foundAt} IS NOT NULL`));
