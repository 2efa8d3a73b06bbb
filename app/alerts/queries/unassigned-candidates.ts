import { desc, type SQL, sql } from "drizzle-orm";
import { type AlertOrigin, alertTable, ruleTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** Most alerts that are read; those beyond are older. */
const maxAlerts = 1000;

/** Returns a list with this page only. */
export const onePageIdListSql = (pageId: string): SQL => sql`(${pageId})`;

const moves = sql<number>`EXISTS (SELECT 1 FROM rule_component c WHERE c.page_id = rule.page_id AND c.rule_id = rule.id)`;

/** SQL that is true when the source `s` has no rule, or a rule that names no component. */
const isBare = sql.raw(`(NOT EXISTS (SELECT 1 FROM rule r WHERE r.page_id = s.page_id AND r.source_id = s.id)
  OR EXISTS (SELECT 1 FROM rule r WHERE r.page_id = s.page_id AND r.source_id = s.id
    AND NOT EXISTS (SELECT 1 FROM rule_component c WHERE c.page_id = r.page_id AND c.rule_id = r.id)))`);

/** SQL for the firing sources of these pages that have a rule without components, or no rule. */
const bareSources = (
  pages: SQL,
) => sql`(SELECT s.id, s.page_id, s.name, s.family FROM source s WHERE s.page_id IN ${pages}
  AND EXISTS (SELECT 1 FROM alert a WHERE a.page_id = s.page_id AND a.source_id = s.id AND a.state = 'firing') AND ${isBare})`;

/** SQL that is true when a published open incident shows the alert on a component; visitors do not see drafts. */
const isShown = sql`EXISTS (SELECT 1 FROM incident i JOIN incident_component c ON c.incident_id = i.id
  WHERE i.id = alert.incident_id AND i.closed = 0 AND i.visibility = 'published')`;

/**
 * Lists alerts that fire on these pages and may reach no component, newest first; leaves out sources whose rules all
 * name some.
 */
export const unassignedAlertCandidatesQuery = ({ db }: Db, pages: SQL) =>
  db
    .select({
      pageId: alertTable.pageId,
      id: alertTable.id,
      sourceId: alertTable.sourceId,
      sourceName: sql<string>`b.name`.as("source_name"),
      family: sql<AlertOrigin>`b.family`.as("family"),
      key: alertTable.key,
      title: alertTable.title,
      severity: alertTable.severity,
      labels: alertTable.labels,
      startedAt: alertTable.startedAt,
    })
    .from(sql`${bareSources(pages)} b`)
    .crossJoin(alertTable)
    .where(
      sql`alert.page_id = b.page_id AND alert.source_id = b.id AND alert.state = 'firing'
        AND alert.dismissed_at IS NULL AND alert.cause_id IS NULL AND coalesce(alert.severity, '') <> 'info' AND NOT ${isShown}`,
    )
    .orderBy(desc(alertTable.startedAt))
    .limit(maxAlerts);

/** Lists the rules of those sources, with a flag that is true when a rule names a component. */
export const rulesWithComponentFlagQuery = ({ db }: Db, pages: SQL) =>
  db
    .select({
      id: ruleTable.id,
      sourceId: ruleTable.sourceId,
      position: ruleTable.position,
      match: ruleTable.match,
      mode: ruleTable.mode,
      catchAll: ruleTable.catchAll,
      moves: moves.as("moves"),
    })
    .from(ruleTable)
    .where(sql`rule.page_id IN ${pages} AND rule.source_id IN (SELECT b.id FROM ${bareSources(pages)} b)`);
