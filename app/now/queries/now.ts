import { and, desc, eq, sql } from "drizzle-orm";
import { alertCauseColumn } from "~/alerts/queries/alert-list";
import { rowsAsJsonSql } from "~/db/json-rows";
import { type AlertOrigin, deploymentTable, incidentTable, pageTable, ruleTable } from "~/db/schema";
import { incidentComponentsSql } from "~/incidents/queries/incident";
import { incidentLeadColumn } from "~/incidents/queries/incident-lead";
import { incidentLeftBehindColumn } from "~/incidents/queries/left-behind-incidents";
import { pageMuteColumns } from "~/mutes/queries/mute";
import { importedMuteUntilMs } from "~/mutes/rules/imported-silence";
import { policyRecipientsColumn } from "~/pages/queries/policy-names";
import { teamReachColumns } from "~/people/queries/team-reach";
import type { Ctx } from "~/platform/ctx";
import { incidentProposerColumns, openProposalsColumn } from "~/proposals/queries/proposal";
import { firstStepsColumns } from "./first-steps";
import { pageHealthColumns } from "./health";
import { missedSubjectIdsColumn } from "./untold";

type Db = Pick<Ctx, "db">;

/** Maximum number of alerts shown per group, and in all; the others are counted. */
const alertsPerGroup = 5;
const maxAlerts = 25;

/** SQL for each alert with its position in its group (its incident, else its source), dismissed ones last. */
const placed = (pageId: string) => sql`(
  SELECT a.*, coalesce(a.incident_id, a.source_id) AS belongs, row_number() OVER (
    PARTITION BY coalesce(a.incident_id, a.source_id) ORDER BY a.dismissed_at IS NOT NULL, a.started_at DESC, a.id) AS place
  FROM alert a WHERE a.page_id = ${pageId} AND a.state = 'firing') f`;

const text = (name: string) => sql<string>`${sql.raw(`f.${name}`)}`.as(name);
const textOrNull = (name: string) => sql<string | null>`${sql.raw(`f.${name}`)}`.as(name);
const whole = (name: string) => sql<number>`${sql.raw(`f.${name}`)}`.as(name);
const wholeOrNull = (name: string) => sql<number | null>`${sql.raw(`f.${name}`)}`.as(name);

/** Lists firing alerts by group: those without an incident first. */
export const firingAlertsOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      id: text("id"),
      sourceId: text("source_id"),
      sourceName: sql<string | null>`(SELECT s.name FROM source s WHERE s.id = f.source_id)`.as("source_name"),
      family: sql<AlertOrigin | null>`(SELECT s.family FROM source s WHERE s.id = f.source_id)`.as("family"),
      key: text("key"),
      title: text("title"),
      severity: textOrNull("severity"),
      labels: text("labels"),
      link: textOrNull("link"),
      startedAt: whole("started_at"),
      count: whole("count"),
      incidentId: textOrNull("incident_id"),
      acknowledgedAt: wholeOrNull("acknowledged_at"),
      acknowledgedByName: sql<string | null>`(SELECT p.name FROM person p WHERE p.id = f.acknowledged_by)`.as(
        "acknowledged_by_name",
      ),
      dismissedAt: wholeOrNull("dismissed_at"),
      flappingSince: wholeOrNull("flapping_since"),
      turns: text("turns"),
      because: alertCauseColumn(sql`f.cause_id`),
    })
    .from(placed(pageId))
    .where(sql`f.place <= ${alertsPerGroup}`)
    .orderBy(sql`f.incident_id IS NOT NULL, f.belongs, f.place`)
    .limit(maxAlerts);

/** Reads the rules of sources with firing or waiting alerts; the others are not needed. */
export const rulesWithFiringAlertsQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      row: ruleTable,
      components:
        sql<string>`(SELECT json_group_object(c.component_id, c.status) FROM rule_component c WHERE c.page_id = rule.page_id AND c.rule_id = rule.id)`.as(
          "components",
        ),
    })
    .from(ruleTable)
    .where(
      sql`rule.page_id = ${pageId} AND rule.source_id IN (SELECT DISTINCT a.source_id FROM alert a WHERE a.page_id = ${pageId} AND a.state = 'firing')`,
    );

const waitingOfPage = rowsAsJsonSql(
  sql`alert_group g WHERE g.page_id = page.id AND g.state = 'waiting'`,
  "g",
  "id sourceId ruleId dueAt",
  { since: sql`g.first_fired_at`, sourceName: sql`(SELECT s.name FROM source s WHERE s.id = g.source_id)` },
);

/** SQL for group → number of alerts, start of the oldest, and number of those not dismissed. */
const firingCounts = sql<string>`(SELECT json_group_object(g.belongs, json_array(g.alike, g.since, g.counting)) FROM (
  SELECT coalesce(a.incident_id, a.source_id) AS belongs, count(*) AS alike, min(a.started_at) AS since, count(*) - count(a.dismissed_at) AS counting
  FROM alert a WHERE a.page_id = page.id AND a.state = 'firing' GROUP BY 1) g)`;

const mutedSources = (now: number) =>
  rowsAsJsonSql(
    sql`source s WHERE s.page_id = page.id AND s.muted_until > ${now} AND s.muted_until < ${importedMuteUntilMs}`,
    "s",
    "id name family",
    {
      until: sql`s.muted_until`,
    },
  );

/** Lists open incidents and drafts, newest start first; uses the index of open ones, never the history. */
export const openIncidentsOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      row: incidentTable,
      components: incidentComponentsSql.as("components"),
      told: sql<string>`(SELECT json_object('lastAt', max(u.shown_at), 'changes', json_group_array(json(u.changes))) FROM incident_update u WHERE u.incident_id = incident.id)`.as(
        "told",
      ),
      leftBehind: incidentLeftBehindColumn.as("left_behind"),
      lead: incidentLeadColumn,
      ...incidentProposerColumns,
    })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), sql`closed = 0 AND incident.visibility IN ('draft', 'published')`))
    .orderBy(sql`+incident.started_at DESC`, desc(incidentTable.id))
    .limit(100);

/** Returns when its newest update was shown, and how each of them moved components. */
export const parseLastUpdate = (told: string) =>
  JSON.parse(told) as { lastAt: number | null; changes: { from: string; to: string }[][] };

/** Maximum number of components of such sources that are read: about as many as Now lists as not monitored. */
const maxUnansweredRows = 10;

/** SQL for the sources whose silence has no meaning yet, each with a component that its rules affect. */
const unansweredSources = rowsAsJsonSql(
  sql`(SELECT s.id, s.name, m.component_id FROM source s
    CROSS JOIN rule r ON r.page_id = s.page_id AND r.source_id = s.id
    CROSS JOIN rule_component m ON m.page_id = r.page_id AND m.rule_id = r.id
    WHERE s.page_id = page.id AND s.family = 'source' AND s.heartbeat_seconds IS NULL AND s.silence_hours IS NULL
      AND s.quiet_means_well = 0 LIMIT ${maxUnansweredRows}) q`,
  "q",
  "id name componentId",
);

/** Reads small facts of the page and of the deployment, in one row. */
export const nowFactsOfPageQuery = ({ db }: Db, pageId: string, { now, personId }: { now: number; personId: string }) =>
  db
    .select({
      ...pageHealthColumns(pageId),
      ...pageMuteColumns(now),
      ...teamReachColumns,
      untold: missedSubjectIdsColumn,
      ...policyRecipientsColumn,
      ...firstStepsColumns({ now, personId }),
      proposals: openProposalsColumn(now),
      nagMinutes: pageTable.nagMinutes,
      madeAt:
        sql<number>`coalesce((SELECT n.observed_at FROM snapshot n WHERE n.page_id = page.id AND n.part = 'home' LIMIT 1), 0)`.as(
          "made_at",
        ),
      counts: firingCounts.as("firing_counts"),
      waiting: waitingOfPage.as("waiting"),
      unanswered: unansweredSources.as("unanswered"),
      mutedSources: mutedSources(now).as("muted_sources"),
      usage: sql<string>`(SELECT d.usage FROM ${deploymentTable} d WHERE d.id = 1)`.as("tick_usage"),
      secretKey: sql<string | null>`(SELECT d.secret_key FROM ${deploymentTable} d WHERE d.id = 1)`.as("secret_key"),
    })
    .from(pageTable)
    .where(eq(pageTable.id, pageId));
