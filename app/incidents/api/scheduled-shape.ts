import type { z } from "@hono/zod-openapi";
import { toInstant, toInstantOrNull } from "~/api/shapes";
import { showComponent } from "~/components/api/component-shape";
import type { ComponentView } from "~/components/list";
import type { MaintenanceWithUpdates } from "~/maintenances/with-updates";
import { type incident, showUpdate } from "./incident-shape";

/** Fields of Statuspage that a maintenance here never has. */
const notHere = {
  impact: "maintenance",
  impact_override: null,
  impact_now: "maintenance",
  visibility: "published",
  monitoring_at: null,
  unassigned: null,
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
export function showScheduledIncident(
  origin: string,
  page: { id: string; name: string },
  { maintenance: row, updates }: MaintenanceWithUpdates,
  components: readonly ComponentView[],
): z.output<typeof incident> {
  const touched = components.filter((each) => each.id in row.components);
  return {
    ...notHere,
    next_update_by: null,
    id: row.id,
    page_id: page.id,
    name: row.title,
    status: row.status,
    started_at: toInstant(row.startedAt ?? row.startsAt),
    created_at: toInstant(row.createdAt),
    updated_at: toInstant(row.updatedAt),
    resolved_at: toInstantOrNull(row.completedAt),
    shortlink: `${origin}/${page.name}/maintenances/${row.id}`,
    components: touched.map((each) => showComponent(page.id, each)),
    incident_updates: updates.map((each) => showUpdate(row.id, each)),
    scheduled_for: toInstant(row.startsAt),
    scheduled_until: toInstant(row.endsAt),
    scheduled_remind_prior: row.remindHour,
    scheduled_auto_in_progress: row.autoStart,
    scheduled_auto_completed: row.autoEnd,
    auto_transition_to_maintenance_state: touched.length > 0,
    auto_transition_to_operational_state: touched.length > 0,
    auto_transition_deliver_notifications_at_start: row.tellStart,
    auto_transition_deliver_notifications_at_end: row.tellEnd,
  };
}
