import { z } from "@hono/zod-openapi";
import { flagSchema, instantInputSchema, statusSchema } from "~/api/shapes";
import type { ChangeResult } from "~/change/change-result";
import { invalidFieldFailure, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { impacts } from "~/status/status";
import { parseIsoInstant } from "~/time/instants";
import { backfillIncident } from "../backfill";
import { editIncident } from "../edit";
import { changeIncidentLead } from "../lead";
import { openIncident } from "../open";
import { postIncidentUpdate } from "../post-update";
import { incidentStatuses } from "../rules/incident";
import { scheduledIncidentStatuses, scheduleShape } from "./scheduled-input";

const fields = {
  name: z.string(),
  status: z.enum([...incidentStatuses, ...scheduledIncidentStatuses]).optional(),
  impact_override: z.enum(impacts).nullable().optional(),
  body: z.string().nullable().optional(),
  component_ids: z.array(z.string()).nullable().optional(),
  components: z.record(z.string(), statusSchema).nullable().optional(),
  deliver_notifications: flagSchema.optional(),
  backfilled: flagSchema.optional(),
  backfill_date: instantInputSchema.nullable().optional(),
  /** Our own field: when it started, and whether visitors see it yet. */
  started_at: instantInputSchema.nullable().optional(),
  /** Our own field: when a backfilled one ended. */
  resolved_at: instantInputSchema.nullable().optional(),
  visibility: z.enum(["draft", "published"]).optional(),
  /** Our own field: minutes within which the next update is promised. */
  next_update_minutes: z.number().int().nullable().optional(),
};
export const knownIncidentFields = Object.keys(fields);
/** Fields of either kind; an incident with a schedule is a maintenance. */
const allFields = { ...fields, ...scheduleShape };
export const createIncidentSchema = z.object({ incident: z.object(allFields) });
/** Our own field of a change, sent in a request of its own: the member who leads it, or null for nobody. */
const leadShape = { lead_id: z.string().nullable() };
export const knownIncidentChangeFields = [...knownIncidentFields, ...Object.keys(leadShape)];
export const updateIncidentSchema = z.object({ incident: z.object({ ...allFields, ...leadShape }).partial() });

export const incidentUpdateShape = {
  body: z.string().optional(),
  display_at: instantInputSchema.optional(),
};
export const changeIncidentUpdateSchema = z.object({ incident_update: z.object(incidentUpdateShape) });

/** The API's names for our fields. */
export const incidentApiNames = {
  title: "name",
  startedAt: "started_at",
  endsAt: "resolved_at",
  shownAt: "display_at",
  componentIds: "component_ids",
  nextMinutes: "next_update_minutes",
  leadId: "lead_id",
};

type CreateIncidentBody = z.output<typeof createIncidentSchema>["incident"];
type UpdateIncidentBody = z.output<typeof updateIncidentSchema>["incident"];
type IncidentRequestTarget = { pageId: string; id: string; version?: number; commitId?: string };

/** Returns the affected components; one that is named without a status is operational. */
function touched({ component_ids: ids, components }: Pick<CreateIncidentBody, "component_ids" | "components">) {
  const named = Object.fromEntries((ids ?? []).map((id) => [id, "operational"]));
  return { ...named, ...components };
}

/** Backfills an incident in the past; without an end, it changed no status. */
function backfillFrom(
  ctx: Ctx,
  pageId: string,
  given: CreateIncidentBody,
  commitId: string | undefined,
): Promise<Result<ChangeResult>> {
  const began = given.backfill_date ?? given.started_at;
  if (!began) return Promise.resolve(invalidFieldFailure("backfill_date", "incident.when"));
  return backfillIncident(ctx, {
    pageId,
    title: given.name,
    impactOverride: given.impact_override,
    components: touched(given),
    startedAt: parseIsoInstant(began),
    endsAt: parseIsoInstant(given.resolved_at ?? began),
    resolution: given.body ?? "",
    commitId,
  });
}

/** Opens an incident; a `backfilled` one is resolved from the start and notifies nobody. */
export function openIncidentFromBody(
  ctx: Ctx,
  pageId: string,
  given: CreateIncidentBody,
  commitId: string | undefined,
): Promise<Result<ChangeResult>> {
  if (given.backfilled) return backfillFrom(ctx, pageId, given, commitId);
  return openIncident(ctx, {
    pageId,
    title: given.name,
    status: given.status,
    body: given.body ?? "",
    impactOverride: given.impact_override,
    components: touched(given),
    startedAt: given.started_at ? parseIsoInstant(given.started_at) : undefined,
    nextMinutes: given.next_update_minutes,
    visibility: given.visibility ?? "published",
    notify: given.deliver_notifications ?? true,
    commitId,
  });
}

/** Changes only the lead. One request is one commit, and visitors see nothing of this one. */
const changeLeadFromBody = (
  ctx: Ctx,
  target: IncidentRequestTarget,
  { lead_id: leadId = null, ...rest }: UpdateIncidentBody,
) =>
  Object.keys(rest).length > 0
    ? Promise.resolve(invalidFieldFailure("lead_id", "incident.lead_alone"))
    : changeIncidentLead(ctx, { ...target, leadId });

/**
 * Changes an incident; a change with a status or a text is an update, and components that are not named stay as they
 * are.
 */
export function changeIncidentFromBody(
  ctx: Ctx,
  target: IncidentRequestTarget,
  given: UpdateIncidentBody,
): Promise<Result<ChangeResult>> {
  if (given.lead_id !== undefined) return changeLeadFromBody(ctx, target, given);
  const head = {
    title: given.name,
    impactOverride: given.impact_override,
    components: given.components ?? undefined,
    componentIds: given.component_ids ?? undefined,
    merge: true,
  };
  if (given.status === undefined && !given.body) return editIncident(ctx, { ...target, ...head });
  const said = { status: given.status, body: given.body ?? "", nextMinutes: given.next_update_minutes };
  const told = { ...said, notify: given.deliver_notifications ?? true };
  return postIncidentUpdate(ctx, { ...target, ...head, ...told });
}
