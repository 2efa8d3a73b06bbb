import { fail, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { worstStatusByComponent } from "~/incidents/rules/incident";
import type { Status } from "~/status/status";

export const maintenanceStatuses = ["scheduled", "in_progress", "verifying", "completed", "cancelled"] as const;
export type MaintenanceStatus = (typeof maintenanceStatuses)[number];

/** The values that decide automatic transitions; words as stored, instants in ms. */
export interface MaintenancePlan {
  status: MaintenanceStatus;
  startsAt: number;
  endsAt: number;
  autoStart: boolean;
  autoEnd: boolean;
}

/**
 * The parts of a maintenance window that its transitions change. `dueAt` is the time of its next automatic transition.
 */
export interface MaintenanceState extends MaintenancePlan {
  startedAt: number | null;
  verifyingAt: number | null;
  completedAt: number | null;
  dueAt: number | null;
}

export interface MaintenanceTransition {
  at: number;
  to: "in_progress" | "completed";
}

/** True while its components have the statuses that it gives them. */
export const isMaintenanceActive = (status: string): boolean => status === "in_progress" || status === "verifying";

/**
 * Returns the next automatic transition, at its scheduled time; null when a person has to act or the window is over.
 */
export function nextMaintenanceTransition(maintenance: MaintenancePlan): MaintenanceTransition | null {
  const { status, startsAt, endsAt, autoStart, autoEnd } = maintenance;
  if (status === "scheduled" && autoStart) return { at: startsAt, to: "in_progress" };
  if (isMaintenanceActive(status) && autoEnd) return { at: endsAt, to: "completed" };
  return null;
}

const withDue = <T extends MaintenanceState>(maintenance: T): T => ({
  ...maintenance,
  dueAt: nextMaintenanceTransition(maintenance)?.at ?? null,
});

/**
 * Returns the maintenance window in its new status. A person who starts or completes it early moves that end of the
 * window; automatic transitions do not.
 */
function reached<T extends MaintenanceState>(maintenance: T, to: MaintenanceStatus, at: number): T {
  const next = { ...maintenance, status: to };
  if (to === "in_progress") {
    next.startedAt = at;
    next.startsAt = Math.min(maintenance.startsAt, at);
  }
  if (to === "verifying") next.verifyingAt = at;
  if (to === "completed") {
    next.completedAt = at;
    next.endsAt = Math.min(maintenance.endsAt, at);
  }
  return withDue(next);
}

/**
 * Returns all transitions due at `now` (ms) in order, and the state after them. They have their scheduled times even
 * when the tick was late.
 */
export function advanceMaintenance<T extends MaintenanceState>(
  maintenance: T,
  now: number,
): { maintenance: T; edges: MaintenanceTransition[] } {
  const edges: MaintenanceTransition[] = [];
  let next = maintenance;
  for (let edge = nextMaintenanceTransition(next); edge && edge.at <= now; edge = nextMaintenanceTransition(next)) {
    edges.push(edge);
    next = reached(next, edge.to, edge.at);
  }
  return { maintenance: next, edges };
}

const following: Record<MaintenanceStatus, readonly MaintenanceStatus[]> = {
  scheduled: ["in_progress", "cancelled"],
  in_progress: ["verifying", "completed", "cancelled"],
  verifying: ["completed"],
  completed: [],
  cancelled: [],
};

const allowed = (from: string, to: MaintenanceStatus): boolean =>
  maintenanceStatuses.some((each) => each === from && following[each].includes(to));

/**
 * Applies a person's transition at once: start, verify, complete or cancel. Failures: conflict when it is not possible
 * from the current status; invalid when it would start after its own automatic end.
 */
export function transitionMaintenance<T extends MaintenanceState>(
  maintenance: T,
  to: MaintenanceStatus,
  at: number,
): Result<T> {
  if (!allowed(maintenance.status, to)) {
    return fail({ name: "conflict", code: "not_possible_now", detail: "maintenance.no_change" });
  }
  if (to === "in_progress" && maintenance.autoEnd && at >= maintenance.endsAt) {
    return invalidFieldFailure("endsAt", "maintenance.end_passed", "end_has_passed");
  }
  return ok(reached(maintenance, to, at));
}

/** Returns a new maintenance window with its first automatic transition. Failure: invalid `end_before_start`. */
export function newMaintenanceState<T extends Omit<MaintenancePlan, "status">>(plan: T): Result<T & MaintenanceState> {
  if (plan.endsAt <= plan.startsAt) {
    return invalidFieldFailure("endsAt", "time.end_after_start", "end_before_start");
  }
  const blank = { startedAt: null, verifyingAt: null, completedAt: null, dueAt: null };
  return ok(withDue({ ...plan, ...blank, status: "scheduled" }));
}

const isOver = (status: string): boolean => status === "completed" || status === "cancelled";

/**
 * Reschedules a maintenance window that is not over and sets its next transition. Failures: conflict `not_possible_now`
 * (over), invalid `has_begun`, `end_before_start`, `end_in_past`.
 */
export function rescheduleMaintenance<T extends MaintenanceState>(
  maintenance: T,
  plan: Partial<Omit<MaintenancePlan, "status">>,
  now: number,
): Result<T> {
  const next = { ...maintenance, ...plan };
  if (isOver(maintenance.status)) {
    return fail({ name: "conflict", code: "not_possible_now", detail: "maintenance.no_reschedule" });
  }
  if (next.startsAt !== maintenance.startsAt && maintenance.status !== "scheduled") {
    return invalidFieldFailure("startsAt", "maintenance.started", "has_begun");
  }
  if (next.endsAt <= next.startsAt) return invalidFieldFailure("endsAt", "time.end_after_start", "end_before_start");
  if (next.endsAt !== maintenance.endsAt && next.endsAt <= now) {
    return invalidFieldFailure("endsAt", "time.past", "end_in_past");
  }
  return ok(withDue(next));
}

/** Returns the maintenance layer; `active` must contain only active maintenances. */
export const maintenanceLayerByComponent = (
  active: readonly { components: readonly { componentId: string; status: Status }[] }[],
): Map<string, Status> => worstStatusByComponent(active);
