import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { rowsAsJsonSql } from "~/db/json-rows";
import { component, heartbeat, monitorShard, page, source } from "~/db/schema";
import { incidentLeftBehindColumn } from "~/incidents/queries/left-behind-incidents";
import { noticeLanes } from "~/notifications/rules/notice";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";

type Db = Pick<Ctx, "db">;

/** Limits a query to pages where the person is a member. */
const ofMember = (column: SQL | typeof page.id, personId: string) =>
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
      id: page.id,
      slug: page.slug,
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
    .from(page)
    .where(ofMember(page.id, personId))
    .orderBy(page.slug);

/** Selects the ids of those pages, in the form that other queries take. */
export const pageIdsOfPersonSql = (personId: string): SQL =>
  sql`(SELECT m.page_id FROM membership m WHERE m.person_id = ${personId})`;

/** Selects one row for each shard, with its plan and states; the rings are not read. */
export const shardsForMetricsQuery = ({ db }: Db, personId: string) =>
  db
    .select({ pageId: monitorShard.pageId, plan: monitorShard.plan, states: monitorShard.states })
    .from(monitorShard)
    .where(ofMember(sql`${monitorShard.pageId}`, personId))
    .orderBy(monitorShard.id);

export const heartbeatsForMetricsQuery = ({ db }: Db, personId: string) =>
  db
    .select({
      id: heartbeat.id,
      pageId: heartbeat.pageId,
      name: source.name,
      silentSince: source.silentSince,
      state: heartbeat.state,
      schedule: heartbeat.schedule,
      graceSeconds: heartbeat.graceSeconds,
      lastPingAt: heartbeat.lastPingAt,
      lastStartAt: heartbeat.lastStartAt,
      dueAt: heartbeat.dueAt,
    })
    .from(heartbeat)
    .innerJoin(source, eq(source.id, heartbeat.id))
    .where(ofMember(sql`${heartbeat.pageId}`, personId))
    .orderBy(heartbeat.id);

export const componentsForMetricsQuery = ({ db }: Db, personId: string) =>
  db
    .select({
      id: component.id,
      pageId: component.pageId,
      name: component.name,
      manualStatus: component.manualStatus,
      observedStatus: component.observedStatus,
      coverage: component.coverage,
    })
    .from(component)
    .where(and(ofMember(sql`${component.pageId}`, personId), isNull(component.archivedAt)))
    .orderBy(component.id);
