import { sql } from "drizzle-orm";
import { affectsComponentSql } from "~/alert-rules/queries/rule";
import { rowsAsJsonSql } from "~/db/json-rows";

const rulesOfPage = rowsAsJsonSql(
  sql`rule r WHERE r.page_id = page.id`,
  "r",
  "id sourceId position mode holdSeconds resolveAfterSeconds catchAll publicTitle publicBody showsTitle version",
  {
    match: sql`json(r.match)`,
    groupBy: sql`json(r.group_by)`,
    components: sql`json(${rowsAsJsonSql(sql`rule_component c WHERE c.page_id = r.page_id AND c.rule_id = r.id AND ${affectsComponentSql("r.source_id")}`, "c", "componentId status")})`,
  },
);
/** New monitors have a query of their own, because most pages have none: one row serves all monitors. */
const newMonitorsOfPage = sql<string>`(SELECT json_group_array(m.id) FROM monitor m WHERE m.page_id = page.id AND m.state = 'new')`;
const sourcesOfPage = rowsAsJsonSql(
  sql`source s WHERE s.page_id = page.id`,
  "s",
  "id family mutedUntil silentSince dependsOn heartbeatSeconds silenceHours quietMeansWell unheard vouchesSince",
  { lastHeardAt: sql`coalesce(s.last_heard_at, s.created_at)`, expectedUntil: sql`s.silence_not_before` },
);
const groupsOfPage = rowsAsJsonSql(
  sql`alert_group g WHERE g.page_id = page.id`,
  "g",
  "id sourceId ruleId groupKey state firstFiredAt dueAt incidentId version",
);
const maintainedOfPage = sql<string>`(SELECT json_group_array(c.component_id) FROM maintenance_component c WHERE c.maintenance_id IN (SELECT m.id FROM maintenance m WHERE m.page_id = page.id AND m.status IN ('in_progress', 'verifying')))`;

/**
 * Small lists of the page as JSON columns of its one row, because every statement counts towards the invocation's
 * budget.
 */
export const settlePageListColumns = {
  rules: rulesOfPage.as("rules"),
  sources: sourcesOfPage.as("sources"),
  newMonitors: newMonitorsOfPage.as("new_monitors"),
  groups: groupsOfPage.as("groups"),
  maintained: maintainedOfPage.as("maintained"),
};
