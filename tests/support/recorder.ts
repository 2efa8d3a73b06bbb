import { and, eq } from "drizzle-orm";
import { read } from "~/db/read";
import {
  alert,
  auditEntry,
  component,
  componentYear,
  heartbeat,
  incident,
  incidentUpdate,
  maintenance,
  maintenanceUpdate,
  notice,
  rule,
  settle,
  snapshot,
  source,
  statusChange,
} from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import type { Snapshot } from "~/rules/snapshot/snapshot-document";

const sorted = (rows: (string | null)[][]) => rows.map((row) => row.join(" · ")).sort();

/**
 * What a page is in the end, without ids and instants: two runs that differ only in a fault must agree in it.
 * Nothing lost and nothing doubled shows as a difference.
 */
export async function recordOf(ctx: Ctx, pageId: string) {
  const { db } = ctx;
  const [
    incidents,
    updates,
    alerts,
    components,
    changes,
    works,
    workUpdates,
    notices,
    years,
    audits,
    rules,
    sources,
    heartbeats,
    [waits],
    [shown],
  ] = await read(
    ctx,
    db.select().from(incident).where(eq(incident.pageId, pageId)),
    db.select().from(incidentUpdate).where(eq(incidentUpdate.pageId, pageId)),
    db.select().from(alert).where(eq(alert.pageId, pageId)),
    db.select().from(component).where(eq(component.pageId, pageId)),
    db.select().from(statusChange).where(eq(statusChange.pageId, pageId)),
    db.select().from(maintenance).where(eq(maintenance.pageId, pageId)),
    db.select().from(maintenanceUpdate).where(eq(maintenanceUpdate.pageId, pageId)),
    db.select().from(notice).where(eq(notice.pageId, pageId)),
    db.select().from(componentYear).where(eq(componentYear.pageId, pageId)),
    db.select().from(auditEntry).where(eq(auditEntry.pageId, pageId)),
    db.select().from(rule).where(eq(rule.pageId, pageId)),
    db.select().from(source).where(eq(source.pageId, pageId)),
    db.select().from(heartbeat).where(eq(heartbeat.pageId, pageId)),
    db.select().from(settle).where(eq(settle.pageId, pageId)),
    db
      .select()
      .from(snapshot)
      .where(and(eq(snapshot.pageId, pageId), eq(snapshot.part, "home"))),
  );
  const document = shown?.body ? (JSON.parse(shown.body) as Snapshot) : null;
  return {
    incidents: sorted(
      incidents.map((each) => [each.title, each.status, each.visibility, String(each.closed), String(each.edited)]),
    ),
    updates: sorted(updates.map((each) => [each.status, each.bodyText])),
    alerts: sorted(alerts.map((each) => [each.key, each.state, String(each.incidentId !== null)])),
    components: sorted(
      components.map((each) => [each.name.split("-").at(-1) ?? "", each.observedStatus, each.manualStatus]),
    ),
    changes: sorted(changes.map((each) => [each.layer, each.fromStatus, each.toStatus])),
    maintenances: sorted(works.map((each) => [each.title, each.status])),
    maintenanceUpdates: sorted(workUpdates.map((each) => [each.status])),
    notices: sorted(notices.map((each) => [each.kind, each.audience])),
    audits: sorted(audits.map((each) => [each.action])),
    rules: sorted(rules.map((each) => [each.mode, String(each.catchAll)])),
    sources: sorted(sources.map((each) => [each.name])),
    heartbeats: sorted(
      heartbeats.map((each) => [each.state, each.lastResult, String(each.pingCount), String(each.pendingFrom)]),
    ),
    packedDays: years.length,
    waiting: (waits?.wanted ?? 0) - (waits?.done ?? 0),
    unpublished: (shown?.wanted ?? 0) - (shown?.built ?? 0),
    banner: document?.banner.state,
    openIncidents: document?.incidents.map((each) => `${each.title} ${each.status}`),
  };
}
