import { z } from "@hono/zod-openapi";
import { idSchema, instantSchema, toIsoInstant, toIsoInstantOrNull } from "~/api/shapes";
import { componentResponseOf, componentSchema } from "~/components/api/component-shape";
import type { ComponentView } from "~/components/list";
import { proposerSchema } from "~/proposals/api/proposal-shape";
import { impacts } from "~/status/status";
import type { IncidentView } from "../list";
import type { IncidentUpdateView } from "../read";
import { worstImpact } from "../rules/impact";
import { postmortemWord } from "../rules/postmortem";

const affected = z.object({ code: idSchema, name: z.string(), old_status: z.string(), new_status: z.string() });

/** An update in the shape of Statuspage's v1. */
export const incidentUpdateSchema = z
  .object({
    id: idSchema,
    incident_id: idSchema,
    status: z.string(),
    body: z.string(),
    created_at: instantSchema,
    updated_at: instantSchema,
    display_at: instantSchema,
    affected_components: z.array(affected),
    deliver_notifications: z.boolean(),
    wants_twitter_update: z.literal(false),
    twitter_updated_at: z.null(),
    tweet_id: z.null(),
    custom_tweet: z.null(),
  })
  .openapi("IncidentUpdate");

/**
 * An incident or a maintenance in the shape of Statuspage's v1, with our `visibility`, `started_at`,
 * `next_update_by`, `lead_id` and `proposed_by`.
 */
export const incidentSchema = z
  .object({
    id: idSchema,
    page_id: idSchema,
    name: z.string(),
    status: z.string(),
    impact: z.enum([...impacts, "maintenance"]),
    impact_override: z.enum(impacts).nullable(),
    impact_now: z.enum([...impacts, "maintenance"]).openapi({
      description: "By its components as they are now; `impact` is the worst that it has been",
    }),
    visibility: z.string(),
    started_at: instantSchema,
    created_at: instantSchema,
    updated_at: instantSchema,
    monitoring_at: instantSchema.nullable(),
    resolved_at: instantSchema.nullable(),
    next_update_by: instantSchema.nullable(),
    lead_id: idSchema.nullable().openapi({ description: "The member who leads it, for your team only" }),
    proposed_by: proposerSchema.openapi({
      description: "Whose token proposed this draft; null once a person has taken it up",
    }),
    unassigned: z.enum(["monitor_deleted"]).nullable().openapi({
      description: "It is open, and no alert or monitor is left that would resolve it automatically",
    }),
    shortlink: z.string(),
    components: z.array(componentSchema),
    incident_updates: z.array(incidentUpdateSchema),
    metadata: z.object({}),
    scheduled_for: instantSchema.nullable(),
    scheduled_until: instantSchema.nullable(),
    scheduled_remind_prior: z.boolean(),
    scheduled_reminded_at: z.null(),
    scheduled_auto_in_progress: z.boolean(),
    scheduled_auto_completed: z.boolean(),
    auto_transition_to_maintenance_state: z.boolean(),
    auto_transition_to_operational_state: z.boolean(),
    auto_transition_deliver_notifications_at_start: z.boolean(),
    auto_transition_deliver_notifications_at_end: z.boolean(),
    postmortem_body: z.string().nullable(),
    postmortem_body_last_updated_at: instantSchema.nullable(),
    postmortem_ignored: z.literal(false),
    postmortem_notified_subscribers: z.boolean(),
    postmortem_notified_twitter: z.literal(false),
    postmortem_published_at: instantSchema.nullable(),
  })
  .openapi("Incident");

export const incidentUpdateResponseOf = (
  incidentId: string,
  row: IncidentUpdateView,
): z.output<typeof incidentUpdateSchema> => ({
  id: row.id,
  incident_id: incidentId,
  status: row.status,
  body: row.body,
  created_at: toIsoInstant(row.createdAt),
  updated_at: toIsoInstant(row.updatedAt),
  display_at: toIsoInstant(row.shownAt),
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
    postmortem_body_last_updated_at: shown ? toIsoInstantOrNull(updatedAt) : null,
    postmortem_ignored: false as const,
    postmortem_notified_subscribers: notified,
    postmortem_notified_twitter: false as const,
    postmortem_published_at: shown ? toIsoInstantOrNull(publishedAt) : null,
  };
}

export interface ApiIncidentFacts {
  incident: IncidentView;
  updates: IncidentUpdateView[];
  /** True when no alert is left that would end it. */
  leftBehind: boolean;
  /** The components that it names. */
  touched: ComponentView[];
}

export const incidentResponseOf = (
  origin: string,
  page: { id: string; name: string },
  { incident: row, updates, touched, leftBehind }: ApiIncidentFacts,
): z.output<typeof incidentSchema> => ({
  id: row.id,
  page_id: page.id,
  name: row.title,
  status: row.resolvedAt !== null && row.postmortem.state === "published" ? postmortemWord : row.status,
  impact: worstImpact({ ...row, impactOverride: null, components: touched, updates }),
  impact_override: row.impactOverride,
  impact_now: row.impact,
  visibility: row.visibility,
  started_at: toIsoInstant(row.startedAt),
  created_at: toIsoInstant(row.createdAt),
  updated_at: toIsoInstant(row.updatedAt),
  monitoring_at: toIsoInstantOrNull(row.monitoringAt),
  resolved_at: toIsoInstantOrNull(row.resolvedAt),
  next_update_by: toIsoInstantOrNull(row.nextUpdateAt),
  lead_id: row.leadId,
  proposed_by: row.proposedBy === null ? null : { name: row.proposedBy.name, token: row.proposedBy.token },
  unassigned: leftBehind ? "monitor_deleted" : null,
  shortlink: `${origin}/${page.name}/incidents/${row.id}`,
  components: touched.map((each) => componentResponseOf(page.id, each)),
  incident_updates: updates.map((each) => incidentUpdateResponseOf(row.id, each)),
  ...notHere,
  ...showPostmortem(row),
});
