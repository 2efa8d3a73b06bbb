import { eq, sql } from "drizzle-orm";
import { rankedSeverities } from "~/alerts/rules/alert-order";
import { pageTable } from "~/db/schema";
import { alertAcceptedSql } from "~/notifications/queries/accepted-notices";
import { mayRespondSql, teamMailColumns, teamReachColumns } from "~/people/queries/team-reach";
import type { Ctx } from "~/platform/ctx";
import { newPageMs } from "~/status-page/rules/page-duties";

/**
 * Maximum number of firing alerts that are read to find an alert that reached a person, and of recovered alerts of a
 * severity.
 */
const maxFiringAlerts = 20;
const maxRecoveredAlerts = 5;

/** True when alert `o` was acknowledged, or a receiver accepted a message about it or its incident. */
const reachedPerson = `(o.acknowledged_at IS NOT NULL OR ${alertAcceptedSql("o")})`;

/**
 * SQL that is true if the alert's incident names a component, or its source has changed a component since the alert
 * started.
 */
const movedComponent = `(EXISTS (SELECT 1 FROM incident_component i WHERE i.incident_id = o.incident_id)
  OR EXISTS (SELECT 1 FROM rule r JOIN rule_component m ON m.page_id = r.page_id AND m.rule_id = r.id
    JOIN component c ON c.id = m.component_id
    WHERE r.page_id = page.id AND r.source_id = o.source_id AND c.observed_since >= o.started_at
      AND c.observed_status <> 'no_data'))`;

/** Selects alerts of the page, newest first, because older alerts may have fired before anyone could be reached. */
const newestAlerts = (state: string, order: string, limit: number) =>
  `SELECT a.id, a.page_id, a.source_id, a.started_at, a.acknowledged_at, a.incident_id FROM alert a
    WHERE a.page_id = page.id AND a.state = ${state} ORDER BY ${order} LIMIT ${limit}`;

/** Each is read in the order of its index, so that no more is read than is returned: by source, or by severity. */
const newestFiringAlerts = newestAlerts("'firing'", "a.source_id DESC, a.started_at DESC", maxFiringAlerts);
const newestRecoveredAlerts = rankedSeverities
  .map((each) => `'resolved' AND a.severity IS ${each === null ? "NULL" : `'${each}'`}`)
  .map((state) => `SELECT * FROM (${newestAlerts(state, "a.started_at DESC", maxRecoveredAlerts)})`)
  .join(" UNION ALL ");

const hasAlarmed = (alerts: string) =>
  sql.raw(`EXISTS (SELECT 1 FROM (${alerts}) o WHERE ${reachedPerson} AND ${movedComponent})`);

const everOpenedSql = sql<number>`EXISTS (SELECT 1 FROM incident i WHERE i.page_id = page.id)`;

/**
 * SQL for the decision in status-page/rules/page-duties, so that an established page reads no rows for its first steps.
 */
const establishedSql = (now: number) => sql<number>`(page.created_at < ${now - newPageMs} AND ${everOpenedSql})`;

interface FirstStepsQuery {
  now: number;
  personId: string;
}

/** Columns of a page's row for the first steps that are done, without that of its components. */
export const firstStepsColumns = ({ now, personId }: FirstStepsQuery) => ({
  createdAt: pageTable.createdAt,
  everOpened: everOpenedSql.as("ever_opened"),
  hasSubscriber: sql<number>`EXISTS (SELECT 1 FROM subscriber s WHERE s.page_id = page.id)`.as("has_subscriber"),
  hasOrigin: sql<number>`EXISTS (SELECT 1 FROM source s WHERE s.page_id = page.id)`.as("has_origin"),
  hasReport: sql<number>`EXISTS (SELECT 1 FROM source s WHERE s.page_id = page.id AND CASE s.family
    WHEN 'source' THEN s.unheard = 0
    WHEN 'monitor' THEN EXISTS (SELECT 1 FROM monitor m WHERE m.id = s.id AND m.state <> 'new')
    ELSE s.silent_since IS NULL END)`.as("has_report"),
  /** Id of a source of which nothing has arrived yet; null = there is none. */
  unheardId: sql<
    string | null
  >`(SELECT max(s.id) FROM source s WHERE s.page_id = page.id AND s.unheard = 1 AND s.family = 'source')`.as(
    "unheard_id",
  ),
  alarmed: sql<number>`CASE WHEN ${establishedSql(now)} THEN 1
    ELSE ${hasAlarmed(newestFiringAlerts)} OR ${hasAlarmed(newestRecoveredAlerts)} END`.as("alarmed"),
  mailed: sql<number>`EXISTS (SELECT 1 FROM mailer x WHERE x.last_sent_at IS NOT NULL)`.as("mailed"),
  hasAccount: sql<number>`EXISTS (SELECT 1 FROM person p WHERE p.id = ${personId} AND p.email IS NOT NULL AND
    (EXISTS (SELECT 1 FROM passkey k WHERE k.person_id = p.id) OR EXISTS (SELECT 1 FROM identity d WHERE d.person_id = p.id)))`.as(
    "has_account",
  ),
  hasTeam:
    sql<number>`((SELECT count(*) FROM (SELECT 1 FROM membership m JOIN person p ON p.id = m.person_id AND p.kind = 'human'
      WHERE m.page_id = page.id AND ${sql.raw(mayRespondSql)} LIMIT 2)) > 1
    OR EXISTS (SELECT 1 FROM invitation v WHERE v.page_id = page.id))`.as("has_team"),
});

/** Reads in one row which first steps are done, and whether anyone can be notified. */
export const firstStepsOfPageQuery = ({ db }: Pick<Ctx, "db">, pageId: string, query: FirstStepsQuery) =>
  db
    .select({
      ...firstStepsColumns(query),
      ...teamReachColumns,
      ...teamMailColumns,
      hasComponent:
        sql<number>`EXISTS (SELECT 1 FROM component c WHERE c.page_id = page.id AND c.archived_at IS NULL)`.as(
          "has_component",
        ),
    })
    .from(pageTable)
    .where(eq(pageTable.id, pageId));

export type FirstStepsRow = Awaited<ReturnType<typeof firstStepsOfPageQuery>>[number];
