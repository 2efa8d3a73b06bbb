import { z } from "@hono/zod-openapi";
import { statusSchema as componentStatus, flagSchema, instantInputSchema } from "~/api/shapes";
import type { ChangeResult } from "~/change/change-result";
import type { Result } from "~/failures/failure";
import { editMaintenance } from "~/maintenances/edit";
import { planMaintenance } from "~/maintenances/plan";
import { maintenanceStatuses } from "~/maintenances/rules/maintenance";
import type { Ctx } from "~/platform/ctx";
import { hourMs } from "~/time/durations";
import { parseIsoInstant } from "~/time/instants";

/** Fields of Statuspage's schedule that are supported. */
export const scheduleShape = {
  scheduled_for: instantInputSchema.nullable().optional(),
  scheduled_until: instantInputSchema.nullable().optional(),
  scheduled_remind_prior: flagSchema.nullable().optional(),
  scheduled_auto_in_progress: flagSchema.nullable().optional(),
  scheduled_auto_completed: flagSchema.nullable().optional(),
  scheduled_auto_transition: flagSchema.nullable().optional(),
  auto_transition_deliver_notifications_at_start: flagSchema.nullable().optional(),
  auto_transition_deliver_notifications_at_end: flagSchema.nullable().optional(),
};
/**
 * Options that always apply here: components have their status during the maintenance and their own again afterwards.
 */
const always = ["auto_transition_to_maintenance_state", "auto_transition_to_operational_state"];

const common = {
  name: z.string().optional(),
  status: z.string().optional(),
  body: z.string().nullable().optional(),
  component_ids: z.array(z.string()).nullable().optional(),
  components: z.record(z.string(), componentStatus).nullable().optional(),
  deliver_notifications: flagSchema.optional(),
};
const scheduledFields = Object.keys({ ...common, ...scheduleShape });

/** The statuses to which a maintenance can be moved. */
export const scheduledIncidentStatuses = maintenanceStatuses.filter((each) => each !== "cancelled");

/** The API's names for our fields. */
export const scheduledIncidentApiNames = {
  title: "name",
  startsAt: "scheduled_for",
  endsAt: "scheduled_until",
  to: "status",
  says: "body",
  shownAt: "display_at",
  componentIds: "component_ids",
};

type ScheduledIncidentBody = z.output<z.ZodObject<typeof common & typeof scheduleShape>>;
type ScheduledRequestTarget = { pageId: string; id: string; version?: number; commitId?: string };

/** True when only a maintenance can take it: a schedule, or one of a maintenance's own statuses. */
export const isMaintenanceOnlyBody = (given: ScheduledIncidentBody): boolean =>
  scheduledIncidentStatuses.some((each) => each === given.status) ||
  Object.keys(scheduleShape).some((name) => present(given[name as keyof typeof scheduleShape]) !== undefined);

const present = <T>(value: T | null | undefined): T | undefined => value ?? undefined;
const instantOf = (text: string | null | undefined) => (text ? parseIsoInstant(text) : undefined);

/** True for a request that schedules maintenance and does not open an incident. */
export const isScheduledMaintenanceRequest = (given: unknown): boolean =>
  typeof given === "object" && given !== null && "scheduled_for" in given && Boolean(given.scheduled_for);

/**
 * Returns the fields that are supported: for those in `always`, `true` changes nothing, and `false` is reported as
 * ignored.
 */
export function supportedScheduleFields(given: unknown): string[] {
  const fields = (given ?? {}) as Record<string, unknown>;
  return [...scheduledFields, ...always.filter((name) => fields[name] === true || fields[name] === "true")];
}

function touched({ component_ids: ids, components }: ScheduledIncidentBody) {
  if (!ids && !components) return undefined;
  return { ...Object.fromEntries((ids ?? []).map((id) => [id, "under_maintenance"])), ...components };
}

const choicesOf = (given: ScheduledIncidentBody) => ({
  autoStart: present(given.scheduled_auto_in_progress ?? given.scheduled_auto_transition),
  autoEnd: present(given.scheduled_auto_completed ?? given.scheduled_auto_transition),
  tellStart: present(given.auto_transition_deliver_notifications_at_start),
  tellEnd: present(given.auto_transition_deliver_notifications_at_end),
  remindHour: present(given.scheduled_remind_prior),
});

/**
 * Schedules maintenance. As in Statuspage, nothing starts or ends automatically unless requested; without an end it
 * lasts an hour.
 */
export function scheduleMaintenanceFromBody(
  ctx: Ctx,
  pageId: string,
  given: ScheduledIncidentBody,
  commitId: string | undefined,
): Promise<Result<ChangeResult>> {
  const startsAt = instantOf(given.scheduled_for) ?? 0;
  const { autoStart = given.status === "in_progress", autoEnd = false, ...choices } = choicesOf(given);
  return planMaintenance(ctx, {
    pageId,
    commitId,
    ...choices,
    autoStart,
    autoEnd,
    title: given.name ?? "",
    body: given.body ?? "",
    startsAt,
    endsAt: instantOf(given.scheduled_until) ?? startsAt + hourMs,
    components: touched(given),
    tellPlanned: given.deliver_notifications ?? true,
  });
}

/** Changes the schedule and the status and posts an update, as far as given, in one commit; a text is an update. */
export function changeScheduledIncident(
  ctx: Ctx,
  target: ScheduledRequestTarget,
  given: ScheduledIncidentBody,
): Promise<Result<ChangeResult>> {
  const window = { startsAt: instantOf(given.scheduled_for), endsAt: instantOf(given.scheduled_until) };
  const edit = { ...choicesOf(given), ...window, title: given.name, components: touched(given) };
  const to = given.status === "scheduled" ? undefined : given.status;
  const said = { to, says: present(given.body), tell: given.deliver_notifications };
  return editMaintenance(ctx, { ...target, ...edit, ...said });
}
