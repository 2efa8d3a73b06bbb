import { and, desc, eq, sql } from "drizzle-orm";
import { alertTable, ruleTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/**
 * Returns an SQL condition that is true when a rule affects its component `c`. If a vendor's status page leaves the
 * component operational, its status is only shown: it neither changes nor observes the component. `source` is an
 * expression for the rule's source.
 */
export const affectsComponentSqlText = (source: string): string =>
  `(c.status <> 'operational' OR NOT EXISTS (SELECT 1 FROM source v WHERE v.id = ${source} AND v.kind = 'vendor'))`;

/** Returns the same condition for use in a query. */
export const affectsComponentSql = (source: string) => sql.raw(affectsComponentSqlText(source));

const components = sql<string>`(SELECT json_group_object(c.component_id, c.status) FROM rule_component c WHERE c.page_id = rule.page_id AND c.rule_id = rule.id)`;

const outside = sql`rule.source_id IN (SELECT s.id FROM source s WHERE s.page_id = rule.page_id AND s.family = 'source')`;

const inOrder = sql`rule.catch_all, rule.position, rule.id`;

/**
 * Returns a source's rules in the order in which they are tried, with the catch-all last; without a source, all rules
 * of the page.
 */
export const alertRulesOfPageQuery = ({ db }: Db, pageId: string, sourceId?: string) =>
  db
    .select({ row: ruleTable, components: components.as("components") })
    .from(ruleTable)
    .where(and(eq(ruleTable.pageId, pageId), sourceId === undefined ? undefined : eq(ruleTable.sourceId, sourceId)))
    .orderBy(inOrder);

/**
 * Returns the same for external sources only, because the rules of monitors and heartbeats are changed on their own
 * forms.
 */
export const rulesOfExternalSourcesQuery = ({ db }: Db, pageId: string, sourceId?: string) =>
  db
    .select({ row: ruleTable, components: components.as("components") })
    .from(ruleTable)
    .where(
      and(eq(ruleTable.pageId, pageId), sourceId === undefined ? undefined : eq(ruleTable.sourceId, sourceId), outside),
    )
    .orderBy(inOrder);

/** Maximum number of firing alerts of a source that are read. */
const maxFiringAlerts = 1000;

/** Returns a source's firing alerts, newest first. */
export const newestFiringAlertsOfSourceQuery = ({ db }: Db, pageId: string, sourceId: string) =>
  db
    .select({
      id: alertTable.id,
      sourceId: alertTable.sourceId,
      key: alertTable.key,
      title: alertTable.title,
      severity: alertTable.severity,
      labels: alertTable.labels,
      startedAt: alertTable.startedAt,
      dismissedAt: alertTable.dismissedAt,
      causeId: alertTable.causeId,
    })
    .from(alertTable)
    .where(sql`alert.page_id = ${pageId} AND alert.source_id = ${sourceId} AND alert.state = 'firing'`)
    .orderBy(desc(alertTable.startedAt))
    .limit(maxFiringAlerts);

/** Removes archived components from all rules. */
export const removeComponentsFromRulesStatement = (pageId: string, componentIds: readonly string[]): SqlStatement => ({
  sql: "DELETE FROM rule_component WHERE page_id = ?1 AND component_id IN (SELECT value FROM json_each(?2))",
  params: [pageId, JSON.stringify(componentIds)],
});

/** Deletes the groups of a rule, which drops its pending alerts. */
export const deleteAlertGroupsOfRuleStatement = (pageId: string, ruleId: string): SqlStatement => ({
  sql: "DELETE FROM alert_group WHERE page_id = ?1 AND rule_id = ?2",
  params: [pageId, ruleId],
});
