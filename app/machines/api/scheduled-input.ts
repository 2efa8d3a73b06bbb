import { z } from "@hono/zod-openapi";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/failure";
import { maintenanceStatuses } from "~/rules/maintenance";
import type { Done } from "~/usecases/change";
import { completeMaintenance } from "~/usecases/maintenances/complete";
import { editMaintenance } from "~/usecases/maintenances/edit";
import { planMaintenance } from "~/usecases/maintenances/plan";
import { postMaintenanceUpdate } from "~/usecases/maintenances/post-update";
import { startMaintenance } from "~/usecases/maintenances/start";
import { verifyMaintenance } from "~/usecases/maintenances/verify";
import type { MaintenanceView } from "~/usecases/maintenances/view";
import { status as componentStatus, flag, fromInstant, givenInstant } from "./shapes";

/** What of Statuspage's schedule is taken over. */
export const scheduleFields = {
  scheduled_for: givenInstant.nullable().optional(),
  scheduled_until: givenInstant.nullable().optional(),
  scheduled_remind_prior: flag.nullable().optional(),
  scheduled_auto_in_progress: flag.nullable().optional(),
  scheduled_auto_completed: flag.nullable().optional(),
  scheduled_auto_transition: flag.nullable().optional(),
  auto_transition_deliver_notifications_at_start: flag.nullable().optional(),
  auto_transition_deliver_notifications_at_end: flag.nullable().optional(),
};
/** Components have their status while it goes on, and their own again after. */
const always = ["auto_transition_to_maintenance_state", "auto_transition_to_operational_state"];

const common = {
  name: z.string().optional(),
  status: z.string().optional(),
  body: z.string().nullable().optional(),
  component_ids: z.array(z.string()).nullable().optional(),
  components: z.record(z.string(), componentStatus).nullable().optional(),
  deliver_notifications: flag.optional(),
};
const scheduledFields = Object.keys({ ...common, ...scheduleFields });

/** The words that move a maintenance on. */
export const scheduledStatuses = maintenanceStatuses.filter((each) => each !== "cancelled");

/** What the API calls our fields. */
export const scheduledNames = {
  title: "name",
  startsAt: "scheduled_for",
  endsAt: "scheduled_until",
  shownAt: "display_at",
  componentIds: "component_ids",
};

type Given = z.output<z.ZodObject<typeof common & typeof scheduleFields>>;
type Target = { pageId: string; id: string; version?: number; commitId?: string };

/** Only a maintenance takes it: a schedule, or one of its own states. */
export const movesSchedule = (given: Given): boolean =>
  scheduledStatuses.some((each) => each === given.status) ||
  Object.keys(scheduleFields).some((name) => present(given[name as keyof typeof scheduleFields]) !== undefined);

const present = <T>(value: T | null | undefined): T | undefined => value ?? undefined;
const instantOf = (text: string | null | undefined) => (text ? fromInstant(text) : undefined);

/** A request that plans a maintenance, not one that opens an incident. */
export const isScheduled = (given: unknown): boolean =>
  typeof given === "object" && given !== null && "scheduled_for" in given && Boolean(given.scheduled_for);

/** The fields that mean something here: `true` is how it is in any case, `false` cannot be had and is named as ignored. */
export function understood(given: unknown): string[] {
  const fields = (given ?? {}) as Record<string, unknown>;
  return [...scheduledFields, ...always.filter((name) => fields[name] === true || fields[name] === "true")];
}

function touched({ component_ids: ids, components }: Given) {
  if (!ids && !components) return undefined;
  return { ...Object.fromEntries((ids ?? []).map((id) => [id, "under_maintenance"])), ...components };
}

const choicesOf = (given: Given) => ({
  autoStart: present(given.scheduled_auto_in_progress ?? given.scheduled_auto_transition),
  autoEnd: present(given.scheduled_auto_completed ?? given.scheduled_auto_transition),
  tellStart: present(given.auto_transition_deliver_notifications_at_start),
  tellEnd: present(given.auto_transition_deliver_notifications_at_end),
  remindHour: present(given.scheduled_remind_prior),
});

const moves: Record<string, typeof startMaintenance> = {
  in_progress: startMaintenance,
  verifying: verifyMaintenance,
  completed: completeMaintenance,
};

/** Plans one. As in Statuspage nothing begins or ends by itself unless that is asked for; without an end it is an hour. */
export async function planFrom(
  ctx: Ctx,
  pageId: string,
  given: Given,
  commitId: string | undefined,
): Promise<Result<Done>> {
  const startsAt = instantOf(given.scheduled_for) ?? 0;
  const { autoStart = false, autoEnd = false, ...choices } = choicesOf(given);
  const planned = await planMaintenance(ctx, {
    ...{ pageId, commitId, ...choices, autoStart, autoEnd },
    title: given.name ?? "",
    body: given.body ?? "",
    startsAt,
    endsAt: instantOf(given.scheduled_until) ?? startsAt + 3600_000,
    components: touched(given),
    tellPlanned: given.deliver_notifications ?? true,
  });
  const move = moves[given.status ?? ""];
  return planned.ok && move ? move(ctx, { pageId, id: planned.value.id, notify: false }) : planned;
}

/** The second commit of one request: the same request again is the same commit. */
const second = ({ pageId, id, commitId }: Target) => ({
  ...{ pageId, id },
  ...(commitId === undefined ? {} : { commitId: `${commitId}-2` }),
});

function replanFrom(ctx: Ctx, target: Target, given: Given): Promise<Result<Done>> {
  const window = { startsAt: instantOf(given.scheduled_for), endsAt: instantOf(given.scheduled_until) };
  const edit = { ...choicesOf(given), ...window, title: given.name, components: touched(given) };
  return editMaintenance(ctx, { ...target, ...edit });
}

/** Changes the plan, then moves it on or says what is new; a text alone is an update. */
export async function changeScheduled(
  ctx: Ctx,
  target: Target,
  given: Given,
  { status }: MaintenanceView,
): Promise<Result<Done>> {
  const { status: wanted, body, deliver_notifications: notify, ...plan } = given;
  const replans = Object.values(plan).some((value) => value !== undefined && value !== null);
  const move = wanted === status ? undefined : moves[wanted ?? ""];
  if (replans || (!move && !body)) {
    const done = await replanFrom(ctx, target, given);
    if (!done.ok || (!move && !body)) return done;
  }
  const next = replans ? second(target) : target;
  if (move) return move(ctx, { ...next, body: body ?? undefined, notify });
  return postMaintenanceUpdate(ctx, { ...next, body: body ?? "", notify });
}
