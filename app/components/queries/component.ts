import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { observedComponentsSql } from "~/alert-rules/queries/observed-components";
import { type AlertOrigin, componentGroupTable, componentTable } from "~/db/schema";
import { guardRowsStatement, type SqlStatement } from "~/db/write";
import { shownMonitorStateSql } from "~/monitors/queries/monitor";
import type { Ctx } from "~/platform/ctx";
import { publicVisibilityRules } from "../rules/stored-visibility";

type Db = Pick<Ctx, "db">;

export const componentByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(componentTable)
    .where(and(eq(componentTable.pageId, pageId), eq(componentTable.id, id), isNull(componentTable.archivedAt)));

/** Lists what visitors can subscribe to: groups with all of their members, and the components that visitors see. */
export const subscribableItemsOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ id: componentGroupTable.id, name: componentGroupTable.name })
    .from(componentGroupTable)
    .where(eq(componentGroupTable.pageId, pageId))
    .unionAll(
      db
        .select({ id: componentTable.id, name: componentTable.name })
        .from(componentTable)
        .where(
          and(
            eq(componentTable.pageId, pageId),
            isNull(componentTable.archivedAt),
            inArray(componentTable.shownWhen, [...publicVisibilityRules]),
          ),
        ),
    );

/** Returns SQL for the ids of these components (a list in SQL) and of their current groups. */
export const componentAndGroupIdsSql = (ids: SQL) => sql`(WITH touched(id) AS ${ids} SELECT id FROM touched
  UNION SELECT k.group_id FROM touched t JOIN component k ON k.id = t.id WHERE k.group_id IS NOT NULL)`;

/** Lists those of these groups that still exist. */
export const componentGroupsByIdsQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select({ id: componentGroupTable.id, name: componentGroupTable.name })
    .from(componentGroupTable)
    .where(
      and(
        eq(componentGroupTable.pageId, pageId),
        sql`${componentGroupTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    )
    .orderBy(componentGroupTable.position, componentGroupTable.id);

/**
 * SQL that is true when a watched component without coverage has an observer; for all other components this is known
 * already. No rule is read unless there is such a component.
 */
const observedWhereAsked = (pageId: string) =>
  sql<number>`(CASE WHEN component.coverage = 'no_data' AND component.kept_by = 'watched' THEN component.id IN ${observedComponentsSql(pageId)} ELSE 0 END)`;

/**
 * The columns that every list needs. A list can have two hundred rows, and each further column is read, sent and mapped
 * for each of them.
 */
export const componentStateColumns = {
  id: componentTable.id,
  name: componentTable.name,
  groupId: componentTable.groupId,
  manualStatus: componentTable.manualStatus,
  observedStatus: componentTable.observedStatus,
  coverage: componentTable.coverage,
  keptBy: componentTable.keptBy,
  mutedUntil: componentTable.mutedUntil,
  version: componentTable.version,
};

export const componentStatesOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      ...componentStateColumns,
      keptAnswered: componentTable.keptAnswered,
      observed: observedWhereAsked(pageId).as("observed"),
    })
    .from(componentTable)
    .where(and(eq(componentTable.pageId, pageId), isNull(componentTable.archivedAt)))
    .orderBy(componentTable.position, componentTable.id);

/**
 * SQL that is true when a component of the page has no observer and is not kept manually. `CASE` avoids reading rules
 * for the other components.
 */
export const unkeptComponentColumn = (pageId: string) =>
  sql<number>`(CASE WHEN component.archived_at IS NULL AND component.coverage = 'no_data' THEN component.id NOT IN ${observedComponentsSql(pageId)} ELSE 0 END)`;

export const componentGroupsOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select()
    .from(componentGroupTable)
    .where(eq(componentGroupTable.pageId, pageId))
    .orderBy(componentGroupTable.position, componentGroupTable.id);

/**
 * Lists the names of the page's components with those of their groups, in the order that visitors see. Archived
 * components are left out.
 */
export const groupedComponentNamesQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      id: componentTable.id,
      name: componentTable.name,
      group: sql<string>`coalesce(${componentGroupTable.name}, '')`.as("group_name"),
    })
    .from(componentTable)
    .leftJoin(componentGroupTable, eq(componentGroupTable.id, componentTable.groupId))
    .where(and(eq(componentTable.pageId, pageId), isNull(componentTable.archivedAt)))
    .orderBy(componentGroupTable.position, componentGroupTable.id, componentTable.position, componentTable.id);

export const componentGroupByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(componentGroupTable)
    .where(and(eq(componentGroupTable.pageId, pageId), eq(componentGroupTable.id, id)));

/** Lists the statuses that open published incidents give components. */
export const incidentComponentStatusesQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      incidentId: sql<string>`i.id`.as("incident_id"),
      componentId: sql<string>`c.component_id`.as("component_id"),
      status: sql<string>`c.status`.as("status"),
    })
    .from(sql`incident i JOIN incident_component c ON c.incident_id = i.id`)
    .where(sql`i.page_id = ${pageId} AND i.closed = 0 AND i.visibility = 'published'`);

/** Lists the statuses that maintenance in progress or in verification gives components. */
export const maintenanceComponentStatusesQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      componentId: sql<string>`c.component_id`.as("component_id"),
      status: sql<string>`c.status`.as("status"),
    })
    .from(sql`maintenance m JOIN maintenance_component c ON c.maintenance_id = m.id`)
    .where(sql`m.page_id = ${pageId} AND m.status IN ('in_progress', 'verifying')`);

interface NamedComponentRow {
  id: string;
  name: string;
  groupId?: string | null;
}

/** Fails the batch when another component of the group has taken one of these names since they were read. */
export const guardComponentNamesFreeStatements = (
  pageId: string,
  rows: readonly NamedComponentRow[],
): SqlStatement[] => {
  const named = rows.map(({ id, name, groupId = null }) => ({ id, name, pageId, group: groupId ?? "" }));
  return [
    guardRowsStatement(componentTable, named, {
      when: `page_id = j.value ->> 'pageId' AND archived_at IS NULL AND coalesce(group_id, '') = j.value ->> 'group'
        AND lower(name) = lower(j.value ->> 'name') AND id <> j.value ->> 'id'`,
    }),
  ];
};

/** Lists archived components, which can be restored; the one archived last is first. */
export const archivedComponentsOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select()
    .from(componentTable)
    .where(and(eq(componentTable.pageId, pageId), isNotNull(componentTable.archivedAt)))
    .orderBy(desc(componentTable.archivedAt), componentTable.id)
    .limit(200);

export const archivedComponentByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(componentTable)
    .where(and(eq(componentTable.pageId, pageId), eq(componentTable.id, id), isNotNull(componentTable.archivedAt)));

/** Lists the rules that affect a component, with their origins. The page's rules are read. */
export const rulesMovingComponentQuery = ({ db }: Db, pageId: string, id: string, now: number) =>
  db
    .select({
      ruleId: sql<string>`r.id`.as("rule_id"),
      catchAll: sql<number>`r.catch_all`.as("catch_all"),
      sourceId: sql<string>`source.id`.as("source_id"),
      family: sql<AlertOrigin>`source.family`.as("family"),
      name: sql<string>`source.name`.as("name"),
      watched: sql<string | null>`iif(monitor.id IS NULL, NULL, ${shownMonitorStateSql(now)})`.as("watched"),
      watchedSince: sql<number | null>`monitor.state_since`.as("watched_since"),
      heartbeatSeconds: sql<number | null>`source.heartbeat_seconds`.as("heartbeat_seconds"),
      silenceHours: sql<number | null>`source.silence_hours`.as("silence_hours"),
      quietMeansWell: sql<number>`source.quiet_means_well`.as("quiet_means_well"),
      quietAnswered: sql<number>`source.quiet_answered`.as("quiet_answered"),
      firing: sql<number>`EXISTS (SELECT 1 FROM alert a WHERE a.page_id = ${pageId} AND a.source_id = source.id
        AND a.state = 'firing')`.as("firing"),
      match: sql<string>`r.match`.as("match"),
      status: sql<string>`c.status`.as("status"),
    })
    .from(sql`rule_component c JOIN rule r ON r.id = c.rule_id JOIN source ON source.id = r.source_id
      LEFT JOIN monitor ON monitor.id = source.id LEFT JOIN monitor_shard ON monitor_shard.id = monitor.shard_id`)
    .where(sql`c.page_id = ${pageId} AND c.component_id = ${id}`)
    .orderBy(sql`source.family, source.name, r.catch_all, r.position`)
    .limit(100);

/** Lists the newest incidents of the component: as many rows as are shown, by the component's index. */
export const newestIncidentsOfComponentQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({
      id: sql<string>`i.id`.as("id"),
      title: sql<string>`i.title`.as("title"),
      startedAt: sql<number>`i.started_at`.as("started_at"),
    })
    .from(sql`incident_component c JOIN incident i ON i.id = c.incident_id`)
    .where(sql`c.component_id = ${id} AND i.page_id = ${pageId} AND i.visibility IN ('draft', 'published')`)
    .orderBy(sql`c.incident_id DESC`)
    .limit(10);
