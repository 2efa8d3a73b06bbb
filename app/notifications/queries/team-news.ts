import { and, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { RuleFact } from "~/alerts/rules/rule-match";
import type { PageRef } from "~/db/read-pages";
import { alert, component, source, statusChange } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { newsMargin } from "../rules/team-news";
import type { NoticeRow } from "./notice";

type Db = Pick<Ctx, "db">;

const channelWants = (page: string, event: string) =>
  `EXISTS (SELECT 1 FROM channel c, json_each(c.events) e WHERE c.page_id = ${page} AND c.disabled_at IS NULL AND e.value = '${event}')`;

/** Columns of the page's row in a settling. What some channel wants of the events that a settling decides. */
export const wantedEvents = sql<string>`(SELECT json_group_array(DISTINCT e.value) FROM channel c, json_each(c.events) e WHERE c.page_id = page.id AND c.disabled_at IS NULL AND e.value IN ('alert_fired', 'alert_recovered', 'component_changed'))`;

const toldOf = (kind: string, subject: string) =>
  `(SELECT max(n.sequence) FROM notice n WHERE n.kind = '${kind}' AND n.subject_id = ${subject})`;

/** What was not told when it fired, because another alert was the cause, is not told when it is over. */
const wasTold = `(a.cause_id IS NULL OR NOT ${channelWants("page.id", "alert_fired")} OR a.started_at <= coalesce(${toldOf("alert_fired", "s.id")}, 0))`;

/** Read from the newest recovery back to the last one that was told, and only when somebody wants to know. */
const recoveredAt = `CASE WHEN (SELECT t.recovered_at FROM settle t WHERE t.page_id = page.id) IS NOT NULL AND ${channelWants("page.id", "alert_recovered")}
  THEN (SELECT max(a.resolved_received_at) FROM alert a INDEXED BY alert_recovered
    WHERE a.source_id = s.id AND a.state = 'resolved' AND a.resolved_received_at > coalesce(${toldOf("alert_recovered", "s.id")}, 0) - ${newsMargin} AND ${wasTold}) END`;

export const newsOfSources = sql<string>`${sql.raw(
  `(SELECT json_group_array(json_object('id', s.id, 'firedTold', ${toldOf("alert_fired", "s.id")}, 'recoveredTold', ${toldOf("alert_recovered", "s.id")}, 'recoveredAt', ${recoveredAt})) FROM source s WHERE s.page_id = page.id)`,
)}`;

export const changedTold = sql<number | null>`${sql.raw(toldOf("component_changed", "page.id"))}`;

const receivedAt = sql.raw(
  "max(coalesce(alert.flapping_since, 0), (SELECT h.received_at FROM episode h WHERE h.alert_id = alert.id AND h.started_at = alert.started_at))",
);

/** By source: when its last message about alerts that are nobody’s leaves, and when we heard of each of these. Rows: theirs. */
export const heardOfUnassigned = ({ db }: Db, ids: readonly string[]) =>
  db
    .select({
      pageId: alert.pageId,
      sourceId: alert.sourceId,
      told: sql<number | null>`${sql.raw(toldOf("unassigned", "alert.source_id"))}`.as("told"),
      alerts: sql<string>`json_group_object(alert.id, ${receivedAt})`.as("alerts"),
    })
    .from(alert)
    .where(sql`alert.id IN (SELECT j.value FROM json_each(${JSON.stringify(ids)}) j)`)
    .groupBy(alert.pageId, alert.sourceId);

/** When we heard that an alert fires, or that it flaps; null where no channel of the page wants to know. */
export const heardAt = (pageId: PageRef) =>
  sql<
    number | null
  >`CASE WHEN EXISTS (SELECT 1 FROM channel c, json_each(c.events) e WHERE c.page_id = ${pageId} AND c.disabled_at IS NULL AND e.value = 'alert_fired') THEN ${receivedAt} END`.as(
    "heard_at",
  );

export interface Span {
  pageId: string;
  after: number;
  until: number;
}

/** What a notice was gathered from. */
export const spanOf = ({ pageId, scope }: Pick<NoticeRow, "pageId" | "scope">): Span => ({
  pageId,
  after: Number(scope.after ?? 0),
  until: Number(scope.until ?? 0),
});

/** So many are looked at for one message. */
const most = 1000;
const told = {
  id: alert.id,
  key: alert.key,
  labels: alert.labels,
  body: sql<string>`iif(alert.key LIKE 'upfront:%', alert.body, '')`,
  title: alert.title,
  severity: alert.severity,
  startedAt: alert.startedAt,
  turns: alert.turns,
  flappingSince: alert.flappingSince,
};
const genuine = sql`alert.key NOT LIKE 'upfront-test:%'`;

/** Alerts of a source that still fire and were heard of in that time. */
export const firedIn = ({ db }: Db, sourceId: string, { pageId, after, until }: Span) =>
  db
    .select(told)
    .from(alert)
    .where(
      and(
        sql`alert.id IN (SELECT b.id FROM alert b WHERE b.page_id = ${pageId} AND b.state = 'firing' AND b.source_id = ${sourceId} ORDER BY b.started_at DESC LIMIT ${most})`,
        sql`alert.dismissed_at IS NULL AND alert.cause_id IS NULL`,
        sql`${receivedAt} > ${after} AND ${receivedAt} <= ${until}`,
        genuine,
      ),
    )
    .limit(most);

/** Alerts of a source that are over and of which we heard so in that time. */
export const recoveredIn = ({ db }: Db, sourceId: string, { pageId, after, until }: Span) =>
  db
    .select(told)
    .from(alert)
    .where(
      and(
        eq(alert.sourceId, sourceId),
        eq(alert.pageId, pageId),
        sql`alert.state = 'resolved'`,
        gt(alert.resolvedReceivedAt, after),
        lte(alert.resolvedReceivedAt, until),
        genuine,
      ),
    )
    .limit(most);

/** So many of those that a message may name are read. */
const childrenRead = 200;

/** What fires because of the alerts of a source, the first to fire first: monitors and heartbeats by name, else alerts. */
const childrenOf = (pageId: string, sourceId: string) =>
  sql<string>`(SELECT json_group_array(k.name) FROM (SELECT iif(s.family = 'source', c.title, s.name) AS name
    FROM alert c JOIN source s ON s.id = c.source_id
    WHERE c.cause_id > ${`${sourceId}.`} AND c.cause_id < ${`${sourceId}/`} AND c.page_id = ${pageId}
      AND c.state = 'firing' AND c.dismissed_at IS NULL
    GROUP BY 1 ORDER BY min(c.started_at), 1 LIMIT ${childrenRead}) k)`;

/** Whether any alert of it fires now. */
const stillFires = (pageId: string, sourceId: string) =>
  sql<number>`EXISTS (SELECT 1 FROM alert a WHERE a.page_id = ${pageId} AND a.state = 'firing'
    AND a.source_id = ${sourceId} AND a.dismissed_at IS NULL)`;

/** What its rules move. */
const movedByRules = (pageId: string, sourceId: string) =>
  sql<string>`(SELECT json_group_array(DISTINCT rc.component_id) FROM rule r
    JOIN rule_component rc ON rc.page_id = r.page_id AND rc.rule_id = r.id
    WHERE r.page_id = ${pageId} AND r.source_id = ${sourceId})`;

/** What a source is called, until when it is muted, and whether anything of it fires. */
const ofSource = <Columns extends Record<string, SQL.Aliased>>(
  { db }: Db,
  pageId: string,
  id: string,
  columns: Columns,
) =>
  db
    .select({
      sourceName: source.name,
      family: source.family,
      mutedUntil: source.mutedUntil,
      fires: stillFires(pageId, id).as("fires"),
      ...columns,
    })
    .from(source)
    .where(and(eq(source.pageId, pageId), eq(source.id, id)));

export const sourceName = (db: Db, pageId: string, id: string) =>
  ofSource(db, pageId, id, {
    children: childrenOf(pageId, id).as("children"),
    componentIds: movedByRules(pageId, id).as("component_ids"),
  });

/** A rule as far as it says what it takes and whether it moves a component; `catchAll` and `moves` are 0 or 1. */
export interface StoredRule extends Pick<RuleFact, "id" | "sourceId" | "position" | "match" | "mode"> {
  catchAll: number;
  moves: number;
}

const rulesOfSource = (pageId: string, id: string) =>
  sql<string>`(SELECT json_group_array(json_object('id', r.id, 'sourceId', r.source_id, 'position', r.position, 'match', json(r.match),
      'mode', r.mode, 'catchAll', r.catch_all, 'moves', EXISTS (SELECT 1 FROM rule_component c WHERE c.page_id = r.page_id AND c.rule_id = r.id)))
    FROM rule r WHERE r.page_id = ${pageId} AND r.source_id = ${id})`;

export const sourceWithRules = (db: Db, pageId: string, id: string) =>
  ofSource(db, pageId, id, { rules: rulesOfSource(pageId, id).as("rules") });

const namedByIncident = (
  pageId: string,
) => sql`EXISTS (SELECT 1 FROM incident i JOIN incident_component ic ON ic.incident_id = i.id
  WHERE i.page_id = ${pageId} AND i.closed = 0 AND i.visibility = 'published' AND ic.component_id = component.id)`;

/** Whether a component of the page that no open incident names is not well. */
export const unwellOn = ({ db }: Db, pageId: string) =>
  db
    .select({ unwell: sql<number>`count(*)`.as("unwell") })
    .from(component)
    .where(
      and(
        eq(component.pageId, pageId),
        sql`component.observed_status <> 'operational' AND component.archived_at IS NULL`,
        sql`NOT ${namedByIncident(pageId)}`,
      ),
    );

/**
 * Moves of the observed layer that were written in that time, newest first, of components that no open incident names; of
 * the others what is well again, because what was told of them before may still be open elsewhere.
 */
export const movedIn = ({ db }: Db, { pageId, after, until }: Span) =>
  db
    .select({
      componentId: statusChange.componentId,
      componentName: component.name,
      from: statusChange.fromStatus,
      to: statusChange.toStatus,
    })
    .from(statusChange)
    .innerJoin(component, eq(component.id, statusChange.componentId))
    .where(
      and(
        eq(statusChange.pageId, pageId),
        gt(statusChange.recordedAt, after),
        lte(statusChange.recordedAt, until),
        eq(statusChange.layer, "observed"),
        sql`(component.muted_until IS NULL OR component.muted_until <= ${statusChange.recordedAt})`,
        sql`(coalesce(${statusChange.toStatus}, 'operational') = 'operational' OR NOT ${namedByIncident(pageId)})`,
      ),
    )
    .orderBy(desc(statusChange.recordedAt), desc(statusChange.id))
    .limit(most);
