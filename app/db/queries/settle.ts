import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import type { AlertGroup } from "../../rules/alert-group";
import type { RuleFact } from "../../rules/rule-match";
import type { SettleFacts, SettleIncident } from "../../rules/settle-facts";
import { type Status, toStatus } from "../../rules/status";
import { runBatch } from "../commit";
import { read } from "../read";
import {
  alert,
  alertGroup,
  component,
  incident,
  maintenance,
  maintenanceComponent,
  page,
  rule,
  source,
} from "../schema";
import type { Statement } from "../write";

/** More alerts than this firing at once on one page are settled in the order of their ids; the rest is logged. */
export const alertLimit = 5000;

const leaseFor = 20_000;

/** True when this call now settles the page alone; false when nothing waits or somebody else is at it. */
export async function takeSettleLease(ctx: Ctx, pageId: string, token: string): Promise<boolean> {
  const sql = `UPDATE settle SET lease_until = ?2 + ${leaseFor}, lease_token = ?3 WHERE page_id = ?1 AND lease_until < ?2 AND (wanted > done OR due_at <= ?2) RETURNING wanted`;
  const [result] = await runBatch(ctx, [{ sql, params: [pageId, ctx.now(), token] }]);
  return (result?.results.length ?? 0) > 0;
}

/** Breaks the batch when the lease was lost. */
export const holdsLease = (pageId: string, token: string): Statement => ({
  sql: "INSERT INTO guard (lost) SELECT 'settle' WHERE NOT EXISTS (SELECT 1 FROM settle WHERE page_id = ?1 AND lease_token = ?2)",
  params: [pageId, token],
});

/** Done up to `wanted` and free again; returns what is wanted by now. */
export const finishSettle = (pageId: string, wanted: number, dueAt: number | null): Statement => ({
  sql: "UPDATE settle SET done = ?2, due_at = ?3, lease_until = 0, recovered_at = CASE WHEN wanted = ?2 THEN NULL ELSE recovered_at END WHERE page_id = ?1 RETURNING wanted",
  params: [pageId, wanted, dueAt],
});

const ruleComponents = sql<string>`(SELECT json_group_array(json_object('componentId', c.component_id, 'status', c.status)) FROM rule_component c WHERE c.page_id = rule.page_id AND c.rule_id = rule.id)`;
const incidentComponents = sql<string>`(SELECT json_group_array(json_object('componentId', c.component_id, 'status', c.status)) FROM incident_component c WHERE c.incident_id = incident.id)`;
const lastHeard = sql<number>`CASE WHEN source.heartbeat_seconds IS NULL THEN source.created_at ELSE coalesce((SELECT max(d.received_at) FROM delivery d WHERE d.source_id = source.id AND d.outcome <> 'limited'), source.created_at) END`;

function alertQueries({ db }: Ctx, pageId: string) {
  const { id, key, sourceId, severity, title, labels, startedAt, incidentId, dismissedAt } = alert;
  return [
    db
      .select({ id, key, sourceId, severity, title, labels, startedAt, incidentId, dismissedAt })
      .from(alert)
      .where(and(eq(alert.pageId, pageId), sql`state = 'firing'`))
      .limit(alertLimit),
    db
      .select({ row: rule, components: ruleComponents.as("components") })
      .from(rule)
      .where(eq(rule.pageId, pageId)),
    db
      .select({
        id: source.id,
        mutedUntil: source.mutedUntil,
        heartbeatSeconds: source.heartbeatSeconds,
        lastHeardAt: lastHeard.as("last_heard_at"),
      })
      .from(source)
      .where(eq(source.pageId, pageId)),
    db.select().from(alertGroup).where(eq(alertGroup.pageId, pageId)),
  ] as const;
}

function pageQueries({ db }: Ctx, pageId: string) {
  const referred = sql`${incident.id} IN (SELECT g.incident_id FROM alert_group g WHERE g.page_id = ${pageId} AND g.incident_id IS NOT NULL)`;
  const active = db
    .select({ id: maintenance.id })
    .from(maintenance)
    .where(and(eq(maintenance.pageId, pageId), inArray(maintenance.status, ["in_progress", "verifying"])));
  return [
    db
      .select()
      .from(component)
      .where(and(eq(component.pageId, pageId), isNull(component.archivedAt))),
    db
      .select({ row: incident, components: incidentComponents.as("components") })
      .from(incident)
      .where(and(eq(incident.pageId, pageId), or(sql`closed = 0`, referred))),
    db
      .select({ id: maintenanceComponent.componentId })
      .from(maintenanceComponent)
      .where(inArray(maintenanceComponent.maintenanceId, active)),
    db
      .select({
        openDayAt: page.openDayAt,
        wanted: sql<number>`(SELECT wanted FROM settle WHERE page_id = ${pageId})`.as("wanted"),
        recoveredAt: sql<number | null>`(SELECT recovered_at FROM settle WHERE page_id = ${pageId})`.as("recovered_at"),
      })
      .from(page)
      .where(eq(page.id, pageId)),
  ] as const;
}

const componentsOf = (text: string): { componentId: string; status: Status }[] =>
  (JSON.parse(text) as { componentId: string; status: string }[]).map((each) => ({
    ...each,
    status: toStatus(each.status),
  }));

const toRule = ({ row, components }: { row: typeof rule.$inferSelect; components: string }): RuleFact => ({
  ...row,
  mode: row.mode === "publish" || row.mode === "none" ? row.mode : "draft",
  components: componentsOf(components),
});

const toIncident = ({
  row,
  components,
}: {
  row: typeof incident.$inferSelect;
  components: string;
}): SettleIncident => ({
  ...row,
  components: componentsOf(components),
});

export interface SettleRead {
  facts: SettleFacts;
  /** The settling that this one does. */
  wanted: number;
  openDayAt: number;
}

/** All facts of one settling in one batch; null when the page is gone. 8 statements. */
export async function settleFacts(ctx: Ctx, pageId: string): Promise<SettleRead | null> {
  const [alerts, rules, sources, groups, components, incidents, maintained, pages] = await read(
    ctx,
    ...alertQueries(ctx, pageId),
    ...pageQueries(ctx, pageId),
  );
  const [row] = pages;
  if (!row) return null;
  const facts: SettleFacts = {
    now: ctx.now(),
    alerts,
    rules: rules.map(toRule),
    sources,
    groups: groups as AlertGroup[],
    components: components.map((each) => ({
      ...each,
      observedStatus: toStatus(each.observedStatus),
      observedBefore: toStatus(each.observedBefore),
    })),
    incidents: incidents.map(toIncident),
    maintained: new Set(maintained.map(({ id }) => id)),
    recoveredAt: row.recoveredAt,
  };
  return { facts, wanted: row.wanted, openDayAt: row.openDayAt };
}
