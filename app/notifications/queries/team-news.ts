import { and, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { RuleRecord } from "~/alerts/rules/rule-match";
import { rowsAsJsonSql } from "~/db/json-rows";
import type { PageIdOrSql } from "~/db/read-pages";
import { alertTable, componentTable, sourceTable, statusChangeTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { teamNewsMarginMs } from "../rules/team-news";
import type { NoticeRow } from "./notice";

type Db = Pick<Ctx, "db">;

const channelWants = (page: string, event: string) =>
  `EXISTS (SELECT 1 FROM channel c, json_each(c.events) e WHERE c.page_id = ${page} AND c.disabled_at IS NULL AND e.value = '${event}')`;

/** Column of the page's row in a settling: those events decided by a settling that some channel wants. */
export const wantedEventsColumn = sql<string>`(SELECT json_group_array(DISTINCT e.value) FROM channel c, json_each(c.events) e WHERE c.page_id = page.id AND c.disabled_at IS NULL AND e.value IN ('alert_fired', 'alert_recovered', 'component_changed'))`;

const toldOf = (kind: string, subject: string) =>
  `(SELECT max(n.sequence) FROM notice n WHERE n.kind = '${kind}' AND n.subject_id = ${subject})`;

/** True when the firing was sent. An alert caused by another one was not, so its recovery is not sent either. */
const wasTold = `(a.cause_id IS NULL OR NOT ${channelWants("page.id", "alert_fired")} OR a.started_at <= coalesce(${toldOf("alert_fired", "s.id")}, 0))`;

/** Time of the newest recovery after the last one that was sent; read only when a channel wants it. */
const recoveredAt = `CASE WHEN (SELECT t.recovered_at FROM settle t WHERE t.page_id = page.id) IS NOT NULL AND ${channelWants("page.id", "alert_recovered")}
  THEN (SELECT max(a.resolved_received_at) FROM alert a INDEXED BY alert_recovered
    WHERE a.source_id = s.id AND a.state = 'resolved' AND a.resolved_received_at > coalesce(${toldOf("alert_recovered", "s.id")}, 0) - ${teamNewsMarginMs} AND ${wasTold}) END`;

export const sourceNewsColumn = rowsAsJsonSql(sql`source s WHERE s.page_id = page.id`, "s", "id", {
  firedTold: sql.raw(toldOf("alert_fired", "s.id")),
  recoveredTold: sql.raw(toldOf("alert_recovered", "s.id")),
  recoveredAt: sql.raw(recoveredAt),
});

export const lastComponentNewsColumn = sql<number | null>`${sql.raw(toldOf("component_changed", "page.id"))}`;

const receivedAt = sql.raw(
  "max(coalesce(alert.flapping_since, 0), (SELECT h.received_at FROM episode h WHERE h.alert_id = alert.id AND h.started_at = alert.started_at))",
);

/**
 * Reads, by source, when its last message about unassigned alerts leaves and when each of these alerts was received.
 * Reads only their rows.
 */
export const unassignedAlertTimesBySourceQuery = ({ db }: Db, ids: readonly string[]) =>
  db
    .select({
      pageId: alertTable.pageId,
      sourceId: alertTable.sourceId,
      told: sql<number | null>`${sql.raw(toldOf("unassigned", "alert.source_id"))}`.as("told"),
      alerts: sql<string>`json_group_object(alert.id, ${receivedAt})`.as("alerts"),
    })
    .from(alertTable)
    .where(sql`alert.id IN (SELECT j.value FROM json_each(${JSON.stringify(ids)}) j)`)
    .groupBy(alertTable.pageId, alertTable.sourceId);

/** Time at which an alert's firing or flapping was received; null when no channel of the page wants it. */
export const wantedAlertReceivedAtSql = (pageId: PageIdOrSql) =>
  sql<
    number | null
  >`CASE WHEN EXISTS (SELECT 1 FROM channel c, json_each(c.events) e WHERE c.page_id = ${pageId} AND c.disabled_at IS NULL AND e.value = 'alert_fired') THEN ${receivedAt} END`.as(
    "heard_at",
  );

export interface NewsSpan {
  pageId: string;
  after: number;
  until: number;
}

/** Returns the span of time that a notice covers. */
export const newsSpanOf = ({ pageId, scope }: Pick<NoticeRow, "pageId" | "scope">): NewsSpan => ({
  pageId,
  after: Number(scope.after ?? 0),
  until: Number(scope.until ?? 0),
});

/** Most alerts that are read for one message. */
const maxAlerts = 1000;
const told = {
  id: alertTable.id,
  key: alertTable.key,
  labels: alertTable.labels,
  body: sql<string>`iif(alert.key LIKE 'upfront:%', alert.body, '')`,
  title: alertTable.title,
  severity: alertTable.severity,
  startedAt: alertTable.startedAt,
  turns: alertTable.turns,
  flappingSince: alertTable.flappingSince,
};
const genuine = sql`alert.key NOT LIKE 'upfront-test:%'`;

/** Alerts of a source that still fire and were received in that span. */
export const firedAlertsOfSourceQuery = ({ db }: Db, sourceId: string, { pageId, after, until }: NewsSpan) =>
  db
    .select(told)
    .from(alertTable)
    .where(
      and(
        sql`alert.id IN (SELECT b.id FROM alert b WHERE b.page_id = ${pageId} AND b.state = 'firing' AND b.source_id = ${sourceId} ORDER BY b.started_at DESC LIMIT ${maxAlerts})`,
        sql`alert.dismissed_at IS NULL AND alert.cause_id IS NULL`,
        sql`${receivedAt} > ${after} AND ${receivedAt} <= ${until}`,
        genuine,
      ),
    )
    .limit(maxAlerts);

/** Alerts of a source whose recovery was received in that span. */
export const recoveredAlertsOfSourceQuery = ({ db }: Db, sourceId: string, { pageId, after, until }: NewsSpan) =>
  db
    .select(told)
    .from(alertTable)
    .where(
      and(
        eq(alertTable.sourceId, sourceId),
        eq(alertTable.pageId, pageId),
        sql`alert.state = 'resolved'`,
        gt(alertTable.resolvedReceivedAt, after),
        lte(alertTable.resolvedReceivedAt, until),
        genuine,
      ),
    )
    .limit(maxAlerts);

/** Most of the children that a message may name. */
const maxChildren = 200;

/**
 * Names of alerts caused by alerts of a source, the first to fire first: monitors and heartbeats by name, else the
 * alert's title.
 */
const childrenOf = (pageId: string, sourceId: string) =>
  sql<string>`(SELECT json_group_array(k.name) FROM (SELECT iif(s.family = 'source', c.title, s.name) AS name
    FROM alert c JOIN source s ON s.id = c.source_id
    WHERE c.cause_id > ${`${sourceId}.`} AND c.cause_id < ${`${sourceId}/`} AND c.page_id = ${pageId}
      AND c.state = 'firing' AND c.dismissed_at IS NULL
    GROUP BY 1 ORDER BY min(c.started_at), 1 LIMIT ${maxChildren}) k)`;

/** 1 when any alert of the source fires now. */
const stillFires = (pageId: string, sourceId: string) =>
  sql<number>`EXISTS (SELECT 1 FROM alert a WHERE a.page_id = ${pageId} AND a.state = 'firing'
    AND a.source_id = ${sourceId} AND a.dismissed_at IS NULL)`;

/** Components that its rules change. */
const movedByRules = (pageId: string, sourceId: string) =>
  sql<string>`(SELECT json_group_array(DISTINCT rc.component_id) FROM rule r
    JOIN rule_component rc ON rc.page_id = r.page_id AND rc.rule_id = r.id
    WHERE r.page_id = ${pageId} AND r.source_id = ${sourceId})`;

/** A source's name, its mute, and whether any of its alerts fires. */
const ofSource = <Columns extends Record<string, SQL.Aliased>>(
  { db }: Db,
  pageId: string,
  id: string,
  columns: Columns,
) =>
  db
    .select({
      sourceName: sourceTable.name,
      family: sourceTable.family,
      mutedUntil: sourceTable.mutedUntil,
      fires: stillFires(pageId, id).as("fires"),
      ...columns,
    })
    .from(sourceTable)
    .where(and(eq(sourceTable.pageId, pageId), eq(sourceTable.id, id)));

export const sourceNewsFactsQuery = (db: Db, pageId: string, id: string) =>
  ofSource(db, pageId, id, {
    children: childrenOf(pageId, id).as("children"),
    componentIds: movedByRules(pageId, id).as("component_ids"),
  });

/**
 * The parts of a rule that decide which alerts it matches and whether it changes a component; `catchAll` and `moves`
 * are 0 or 1.
 */
export interface StoredRule extends Pick<RuleRecord, "id" | "sourceId" | "position" | "match" | "mode"> {
  catchAll: number;
  moves: number;
}

const rulesOfSource = (pageId: string, id: string) =>
  rowsAsJsonSql(
    sql`rule r WHERE r.page_id = ${pageId} AND r.source_id = ${id}`,
    "r",
    "id sourceId position mode catchAll",
    {
      match: sql`json(r.match)`,
      moves: sql`EXISTS (SELECT 1 FROM rule_component c WHERE c.page_id = r.page_id AND c.rule_id = r.id)`,
    },
  );

export const sourceWithRulesQuery = (db: Db, pageId: string, id: string) =>
  ofSource(db, pageId, id, { rules: rulesOfSource(pageId, id).as("rules") });

const namedByIncident = (
  pageId: string,
) => sql`EXISTS (SELECT 1 FROM incident i JOIN incident_component ic ON ic.incident_id = i.id
  WHERE i.page_id = ${pageId} AND i.closed = 0 AND i.visibility = 'published' AND ic.component_id = component.id)`;

/** Number of the page's components that are not operational and that no open incident names. */
export const unwellComponentCountQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ unwell: sql<number>`count(*)`.as("unwell") })
    .from(componentTable)
    .where(
      and(
        eq(componentTable.pageId, pageId),
        sql`component.observed_status <> 'operational' AND component.archived_at IS NULL`,
        sql`NOT ${namedByIncident(pageId)}`,
      ),
    );

/**
 * Changes of the observed status in that span, newest first, of components that no open incident names; for other
 * components only recoveries, because an earlier message may still be open elsewhere.
 */
export const observedStatusChangesQuery = ({ db }: Db, { pageId, after, until }: NewsSpan) =>
  db
    .select({
      componentId: statusChangeTable.componentId,
      componentName: componentTable.name,
      from: statusChangeTable.fromStatus,
      to: statusChangeTable.toStatus,
    })
    .from(statusChangeTable)
    .innerJoin(componentTable, eq(componentTable.id, statusChangeTable.componentId))
    .where(
      and(
        eq(statusChangeTable.pageId, pageId),
        gt(statusChangeTable.recordedAt, after),
        lte(statusChangeTable.recordedAt, until),
        eq(statusChangeTable.layer, "observed"),
        sql`(component.muted_until IS NULL OR component.muted_until <= ${statusChangeTable.recordedAt})`,
        sql`(coalesce(${statusChangeTable.toStatus}, 'operational') = 'operational' OR NOT ${namedByIncident(pageId)})`,
      ),
    )
    .orderBy(desc(statusChangeTable.recordedAt), desc(statusChangeTable.id))
    .limit(maxAlerts);
