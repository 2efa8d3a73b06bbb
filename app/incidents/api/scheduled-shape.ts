import type { z } from "@hono/zod-openapi";
import { toIsoInstant, toIsoInstantOrNull } from "~/api/shapes";
import { componentResponseOf } from "~/components/api/component-shape";
import type { ComponentView } from "~/components/list";
import type { MaintenanceWithUpdates } from "~/maintenances/with-updates";
import { type incidentSchema, incidentUpdateResponseOf } from "./incident-shape";

/** Fields of Statuspage that a maintenance here never has. */
const notHere = {
  impact: "maintenance",
  impact_override: null,
  impact_now: "maintenance",
  visibility: "published",
  monitoring_at: null,
  unassigned: null,
  lead_id: null,
  proposed_by: null,
  metadata: {},
  scheduled_reminded_at: null,
  postmortem_body: null,
  postmortem_body_last_updated_at: null,
  postmortem_ignored: false,
  postmortem_notified_subscribers: false,
  postmortem_notified_twitter: false,
  postmortem_published_at: null,
} as const;

/** Returns a maintenance in the shape of Statuspage's v1: an incident with a schedule. */
export function scheduledIncidentResponseOf(
  origin: string,
  page: { id: string; name: string },
  { maintenance: row, updates }: MaintenanceWithUpdates,
  components: readonly ComponentView[],
): z.output<typeof incidentSchema> {
  const touched = components.filter((each) => each.id in row.components);
  return {
    ...notHere,
    next_update_by: null,
    id: row.id,
    page_id: page.id,
    name: row.title,
    status: row.status,
    started_at: toIsoInstant(row.startedAt ?? row.startsAt),
    created_at: toIsoInstant(row.createdAt),
    updated_at: toIsoInstant(row.updatedAt),
    resolved_at: toIsoInstantOrNull(row.completedAt),
    shortlink: `${origin}/${page.name}/maintenances/${row.id}`,
    components: touched.map((each) => componentResponseOf(page.id, each)),
    incident_updates: updates.map((each) => incidentUpdateResponseOf(row.id, each)),
    scheduled_for: toIsoInstant(row.startsAt),
    scheduled_until: toIsoInstant(row.endsAt),
    scheduled_remind_prior: row.remindHour,
    scheduled_auto_in_progress: row.autoStart,
    scheduled_auto_completed: row.autoEnd,
    auto_transition_to_maintenance_state: touched.length > 0,
    auto_transition_to_operational_state: touched.length > 0,
    auto_transition_deliver_notifications_at_start: row.tellStart,
    auto_transition_deliver_notifications_at_end: row.tellEnd,
  };
}
