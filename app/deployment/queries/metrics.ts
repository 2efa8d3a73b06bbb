import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { rowsAsJsonSql } from "~/db/json-rows";
import { componentTable, heartbeatTable, monitorShardTable, pageTable, sourceTable } from "~/db/schema";
import { incidentLeftBehindColumn } from "~/incidents/queries/left-behind-incidents";
import { noticeLanes } from "~/notifications/rules/notice";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";

type Db = Pick<Ctx, "db">;

/** Limits a query to pages where the person is a member. */
const ofMember = (column: SQL | typeof pageTable.id, personId: string) =>
  sql`${column} IN (SELECT m.page_id FROM membership m WHERE m.person_id = ${personId})`;

const weekMs = 7 * dayMs;

const openIncidents = (visibility: string) =>
  sql<number>`(SELECT count(*) FROM incident i WHERE i.page_id = page.id AND i.closed = 0 AND i.visibility = ${visibility})`;

const given = (rows: SQL) => rowsAsJsonSql(rows, "c", "componentId status");

const firing = rowsAsJsonSql(
  sql`(SELECT s.id, s.name, s.family, count(*) AS firing FROM alert a JOIN source s ON s.id = a.source_id WHERE a.page_id = page.id AND a.state = 'firing' GROUP BY s.id) f`,
  "f",
  "id name family",
  { count: sql`f.firing` },
);

/** Selects each page with its counts, and the status of its components by incidents and maintenance, as JSON. */
export const pagesForMetricsQuery = ({ db }: Db, personId: string, now: number) =>
  db
    .select({
      id: pageTable.id,
      slug: pageTable.slug,
      drafts: openIncidents("draft").as("drafts"),
      published: openIncidents("published").as("published"),
      outboxDue: sql<number>`(SELECT count(*) FROM notice n INDEXED BY notice_waiting
        WHERE n.due_at IS NOT NULL AND n.lane IN (${sql.raw(Object.values(noticeLanes).join(", "))}) AND n.page_id = page.id AND n.created_at <= ${now})`.as(
        "outbox_due",
      ),
      outboxDead: sql<number>`(SELECT count(*) FROM notice n
        WHERE n.page_id = page.id AND n.created_at > ${now - weekMs} AND n.outcome = 'dead')`.as("outbox_dead"),
      byIncident: given(sql`incident i JOIN incident_component c ON c.incident_id = i.id
        WHERE i.page_id = page.id AND i.closed = 0 AND i.visibility = 'published'`).as("by_incident"),
      byMaintenance: given(sql`maintenance m JOIN maintenance_component c ON c.maintenance_id = m.id
        WHERE m.page_id = page.id AND m.status IN ('in_progress', 'verifying')`).as("by_maintenance"),
      behindSince: sql<number | null>`(SELECT min(n.behind_since) FROM snapshot n WHERE n.page_id = page.id)`.as(
        "behind_since",
      ),
      firing: firing.as("firing"),
      leftBehind:
        sql<number>`(SELECT count(*) FROM incident WHERE incident.page_id = page.id AND ${incidentLeftBehindColumn})`.as(
          "left_behind",
        ),
    })
    .from(pageTable)
    .where(ofMember(pageTable.id, personId))
    .orderBy(pageTable.slug);

/** Selects the ids of those pages, in the form that other queries take. */
export const pageIdsOfPersonSql = (personId: string): SQL =>
  sql`(SELECT m.page_id FROM membership m WHERE m.person_id = ${personId})`;

/** Selects one row for each shard, with its plan and states; the rings are not read. */
export const shardsForMetricsQuery = ({ db }: Db, personId: string) =>
  db
    .select({ pageId: monitorShardTable.pageId, plan: monitorShardTable.plan, states: monitorShardTable.states })
    .from(monitorShardTable)
    .where(ofMember(sql`${monitorShardTable.pageId}`, personId))
    .orderBy(monitorShardTable.id);

export const heartbeatsForMetricsQuery = ({ db }: Db, personId: string) =>
  db
    .select({
      id: heartbeatTable.id,
      pageId: heartbeatTable.pageId,
      name: sourceTable.name,
      silentSince: sourceTable.silentSince,
      state: heartbeatTable.state,
      schedule: heartbeatTable.schedule,
      graceSeconds: heartbeatTable.graceSeconds,
      lastPingAt: heartbeatTable.lastPingAt,
      lastStartAt: heartbeatTable.lastStartAt,
      dueAt: heartbeatTable.dueAt,
    })
    .from(heartbeatTable)
    .innerJoin(sourceTable, eq(sourceTable.id, heartbeatTable.id))
    .where(ofMember(sql`${heartbeatTable.pageId}`, personId))
    .orderBy(heartbeatTable.id);

export const componentsForMetricsQuery = ({ db }: Db, personId: string) =>
  db
    .select({
      id: componentTable.id,
      pageId: componentTable.pageId,
      name: componentTable.name,
      manualStatus: componentTable.manualStatus,
      observedStatus: componentTable.observedStatus,
      coverage: componentTable.coverage,
    })
    .from(componentTable)
    .where(and(ofMember(sql`${componentTable.pageId}`, personId), isNull(componentTable.archivedAt)))
    .orderBy(componentTable.id);
