import { and, desc, eq, gte, inArray, lte, type SQL, sql } from "drizzle-orm";
import { rowsAsJsonSql } from "~/db/json-rows";
import { auditEntryTable, deploymentTable, mailerTable, pageTable } from "~/db/schema";
import { teamReachColumns } from "~/people/queries/team-reach";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

const firingSources = sql`(SELECT DISTINCT a.source_id FROM alert a WHERE a.page_id = page.id AND a.state = 'firing')`;

/** SQL for the rules of some sources; the others are not needed. */
const rulesOfSources = (sources: SQL) =>
  rowsAsJsonSql(
    sql`rule r WHERE r.page_id = page.id AND r.source_id IN ${sources}`,
    "r",
    "id sourceId position mode holdSeconds catchAll updatedAt",
    {
      match: sql`json(r.match)`,
      groupBy: sql`json(r.group_by)`,
      components: sql`json((SELECT json_group_array(c.component_id) FROM rule_component c WHERE c.page_id = r.page_id AND c.rule_id = r.id))`,
    },
  );

const mutes = sql<string>`(SELECT json_group_array(json_array(m.id, m.until)) FROM (
  SELECT s.id, s.muted_until AS until FROM source s WHERE s.page_id = page.id AND s.muted_until IS NOT NULL
  UNION ALL SELECT c.id, c.muted_until FROM component c WHERE c.page_id = page.id AND c.muted_until IS NOT NULL) m)`;

const underway = rowsAsJsonSql(
  sql`maintenance m JOIN maintenance_component c ON c.maintenance_id = m.id WHERE m.page_id = page.id AND m.status IN ('in_progress', 'verifying')`,
  "m",
  "id title",
  { componentId: sql`c.component_id`, until: sql`m.ends_at` },
);

const unclosed = rowsAsJsonSql(sql`incident i WHERE i.page_id = page.id AND i.closed = 0`, "i", "id visibility", {
  components: sql`(SELECT count(*) FROM incident_component c WHERE c.incident_id = i.id)`,
});

const waiting = sql<string>`(SELECT json_group_array(json_array(g.id, g.due_at)) FROM alert_group g
  WHERE g.page_id = page.id AND g.state = 'waiting')`;

const channelsOn = rowsAsJsonSql(
  sql`channel c WHERE c.page_id = page.id AND c.disabled_at IS NULL`,
  "c",
  "quietFrom quietUntil",
  { events: sql`json(c.events)` },
);

/**
 * Reads the facts that decide whom a page's firing alerts reach: one row with its mutes, its channels, and the rules of
 * the given sources (default: those with firing alerts).
 */
export const assignmentFactsOfPageQuery = ({ db }: Db, pageId: string, sources: SQL = firingSources) =>
  db
    .select({
      mutedUntil: pageTable.mutedUntil,
      timeZone: pageTable.timeZone,
      rules: rulesOfSources(sources).as("rules_at_work"),
      mutes: mutes.as("mutes"),
      underway: underway.as("underway"),
      unclosed: unclosed.as("unclosed"),
      waiting: waiting.as("waiting_groups"),
      channels: channelsOn.as("channels_on"),
      people: teamReachColumns.people,
      mailers: sql<number>`(SELECT count(*) FROM ${mailerTable})`.as("mailers"),
      failingSince: sql<number | null>`(SELECT d.mail_failing_since FROM ${deploymentTable} d WHERE d.id = 1)`.as(
        "failing_since",
      ),
    })
    .from(pageTable)
    .where(eq(pageTable.id, pageId));

export type AssignmentFactsRow = Awaited<ReturnType<typeof assignmentFactsOfPageQuery>>[number];

const actorName = sql<string | null>`CASE audit_entry.actor_kind
  WHEN 'token' THEN coalesce((SELECT t.name FROM api_token t WHERE t.id = audit_entry.actor_id), audit_entry.actor_id)
  ELSE (SELECT p.name FROM person p WHERE p.id = audit_entry.actor_id) END`;

export interface ChoiceAuthorScope {
  actions: readonly string[];
  subjects: readonly string[];
  from: number;
  until: number;
}

/** Finds who made a choice, from the audit log of the time when it was made: the newest entry that fits. */
export const choiceAuthorQuery = ({ db }: Db, pageId: string, { actions, subjects, from, until }: ChoiceAuthorScope) =>
  db
    .select({ name: actorName.as("name"), at: auditEntryTable.at })
    .from(auditEntryTable)
    .where(
      and(
        eq(auditEntryTable.pageId, pageId),
        gte(auditEntryTable.at, from),
        lte(auditEntryTable.at, until),
        inArray(auditEntryTable.action, [...actions]),
        inArray(auditEntryTable.subjectId, [...subjects]),
      ),
    )
    .orderBy(desc(auditEntryTable.at))
    .limit(1);
