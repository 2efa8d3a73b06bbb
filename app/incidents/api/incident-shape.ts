import { z } from "@hono/zod-openapi";
import { id, instant, toInstant, toInstantOrNull } from "~/api/shapes";
import { component, showComponent } from "~/components/api/component-shape";
import type { ComponentView } from "~/components/list";
import { impacts } from "~/status/status";
import type { IncidentView } from "../list";
import type { UpdateView } from "../read";
import { worstImpact } from "../rules/impact";
import { postmortemWord } from "../rules/postmortem";

const affected = z.object({ code: id, name: z.string(), old_status: z.string(), new_status: z.string() });

/** An update in the shape of Statuspage's v1. */
export const incidentUpdate = z
  .object({
    id,
    incident_id: id,
    status: z.string(),
    body: z.string(),
    created_at: instant,
    updated_at: instant,
    display_at: instant,
    affected_components: z.array(affected),
    deliver_notifications: z.boolean(),
    wants_twitter_update: z.literal(false),
    twitter_updated_at: z.null(),
    tweet_id: z.null(),
    custom_tweet: z.null(),
  })
  .openapi("IncidentUpdate");

/**
 * An incident or a maintenance in the shape of Statuspage's v1, with our `visibility`, `started_at` and
 * `next_update_by`.
 */
export const incident = z
  .object({
    id,
    page_id: id,
    name: z.string(),
    status: z.string(),
    impact: z.enum([...impacts, "maintenance"]),
    impact_override: z.enum(impacts).nullable(),
    impact_now: z.enum([...impacts, "maintenance"]).openapi({
      description: "By its components as they are now; `impact` is the worst that it has been",
    }),
    visibility: z.string(),
    started_at: instant,
    created_at: instant,
    updated_at: instant,
    monitoring_at: instant.nullable(),
    resolved_at: instant.nullable(),
    next_update_by: instant.nullable(),
    unassigned: z.enum(["monitor_deleted"]).nullable().openapi({
      description: "It is open, and no alert or monitor is left that would resolve it automatically",
    }),
    shortlink: z.string(),
    components: z.array(component),
    incident_updates: z.array(incidentUpdate),
    metadata: z.object({}),
    scheduled_for: instant.nullable(),
    scheduled_until: instant.nullable(),
    scheduled_remind_prior: z.boolean(),
    scheduled_reminded_at: z.null(),
    scheduled_auto_in_progress: z.boolean(),
    scheduled_auto_completed: z.boolean(),
    auto_transition_to_maintenance_state: z.boolean(),
    auto_transition_to_operational_state: z.boolean(),
    auto_transition_deliver_notifications_at_start: z.boolean(),
    auto_transition_deliver_notifications_at_end: z.boolean(),
    postmortem_body: z.string().nullable(),
    postmortem_body_last_updated_at: instant.nullable(),
    postmortem_ignored: z.literal(false),
    postmortem_notified_subscribers: z.boolean(),
    postmortem_notified_twitter: z.literal(false),
    postmortem_published_at: instant.nullable(),
  })
  .openapi("Incident");

export const showUpdate = (incidentId: string, row: UpdateView): z.output<typeof incidentUpdate> => ({
  id: row.id,
  incident_id: incidentId,
  status: row.status,
  body: row.body,
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
  display_at: toInstant(row.shownAt),
  affected_components: row.changes.map(({ componentId, name, from, to }) => ({
    code: componentId,
    name,
    old_status: from,
    new_status: to,
  })),
  deliver_notifications: row.notify,
  wants_twitter_update: false,
  twitter_updated_at: null,
  tweet_id: null,
  custom_tweet: null,
});

/** Fields of Statuspage that an incident here never has; with a schedule it is a maintenance. */
const notHere = {
  metadata: {},
  scheduled_for: null,
  scheduled_until: null,
  scheduled_remind_prior: false,
  scheduled_reminded_at: null,
  scheduled_auto_in_progress: false,
  scheduled_auto_completed: false,
  auto_transition_to_maintenance_state: false,
  auto_transition_to_operational_state: false,
  auto_transition_deliver_notifications_at_start: false,
  auto_transition_deliver_notifications_at_end: false,
} as const;

/** Shows only a published postmortem, as Statuspage does; a draft is at …/postmortem. */
function showPostmortem({ postmortem: { state, body, updatedAt, publishedAt, notified } }: IncidentView) {
  const shown = state === "published";
  return {
    postmortem_body: shown ? body : null,
    postmortem_body_last_updated_at: shown ? toInstantOrNull(updatedAt) : null,
    postmortem_ignored: false as const,
    postmortem_notified_subscribers: notified,
    postmortem_notified_twitter: false as const,
    postmortem_published_at: shown ? toInstantOrNull(publishedAt) : null,
  };
}

export interface IncidentResponse {
  incident: IncidentView;
  updates: UpdateView[];
  /** True when no alert is left that would end it. */
  leftBehind: boolean;
  /** The components that it names. */
  touched: ComponentView[];
}

export const showIncident = (
  origin: string,
  page: { id: string; name: string },
  { incident: row, updates, touched, leftBehind }: IncidentResponse,
): z.output<typeof incident> => ({
  id: row.id,
  page_id: page.id,
  name: row.title,
  status: row.resolvedAt !== null && row.postmortem.state === "published" ? postmortemWord : row.status,
  impact: worstImpact({ ...row, impactOverride: null, components: touched, updates }),
  impact_override: row.impactOverride,
  impact_now: row.impact,
  visibility: row.visibility,
  started_at: toInstant(row.startedAt),
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
  monitoring_at: toInstantOrNull(row.monitoringAt),
  resolved_at: toInstantOrNull(row.resolvedAt),
  next_update_by: toInstantOrNull(row.nextUpdateAt),
  unassigned: leftBehind ? "monitor_deleted" : null,
  shortlink: `${origin}/${page.name}/incidents/${row.id}`,
  components: touched.map((each) => showComponent(page.id, each)),
  incident_updates: updates.map((each) => showUpdate(row.id, each)),
  ...notHere,
  ...showPostmortem(row),
});
