import { fail, goneFailure, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { type Status, worstStatus } from "~/status/status";
import { minuteMs } from "~/time/durations";

export const incidentStatuses = ["investigating", "identified", "monitoring", "resolved"] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

export const resolvedStatus = "resolved" satisfies IncidentStatus;

/**
 * Returns the status that usually comes next, which a form of an update suggests beside the present one; null where only
 * a person says what comes next, as before Resolved.
 */
export const suggestedIncidentStatus = (status: string): IncidentStatus | null =>
  status === "investigating" ? "identified" : status === "identified" ? "monitoring" : null;

/** Returns the statuses that may be said next with one press; the steps of an announcement are all one to its readers. */
export function nextIncidentStatuses(status: string, isAnnounced: boolean): IncidentStatus[] {
  const suggested = isAnnounced ? null : suggestedIncidentStatus(status);
  return suggested === null ? [resolvedStatus] : [suggested, resolvedStatus];
}

export const incidentVisibilities = ["draft", "published", "dismissed", "withdrawn"] as const;
export type IncidentVisibility = (typeof incidentVisibilities)[number];

export type IncidentResolver = "person" | "machine";
export type IncidentOrigin = "person" | "source" | "monitor";

/** Returns when the next update is promised (ms); null when it is over. */
export const nextUpdateDueAt = (minutes: number | null | undefined, at: number, closed: boolean): number | null =>
  minutes == null || closed ? null : at + minutes * minuteMs;

/** The part of an incident on which its transitions depend; words as stored, instants in ms. */
export interface IncidentState {
  status: string;
  visibility: string;
  startedAt: number;
  publishedAt: number | null;
  monitoringAt: number | null;
  resolvedAt: number | null;
  /** Resolved, dismissed or withdrawn: gives no status, no alert joins it. */
  closed: boolean;
}

/** Answers a change that needs an incident that is still open. */
export const closedIncidentFailure = fail({ name: "conflict", code: "incident_closed", detail: "incident.closed" });

export interface IncidentStatusUpdate {
  status: IncidentStatus;
  /** Time that is shown, ms; never counted before the incident's start. */
  at: number;
}

/** Refuses a withdrawn incident as gone, and a dismissed one, which is only listed, as a conflict. */
function over(incident: IncidentState): ReturnType<typeof fail> | null {
  if (incident.visibility === "withdrawn") return goneFailure;
  if (incident.visibility !== "dismissed") return null;
  return fail({ name: "conflict", code: "dismissed", detail: "incident.dismissed" });
}

/**
 * Refuses to resolve a draft, because a closed draft would be in no list of open incidents. It is dismissed
 * automatically when its alerts recover.
 */
export const draftNotResolvableFailure = invalidFieldFailure("status", "incident.draft_resolved");

/**
 * Returns the incident after an update (spec §4): any order, the status may stay. An addition to a resolved one leaves
 * it resolved; any other status reopens it. Failures: invalid (a draft is not resolved), gone (withdrawn), conflict
 * (dismissed).
 */
export function applyIncidentUpdate<T extends IncidentState>(incident: T, step: IncidentStatusUpdate): Result<T> {
  const no = over(incident);
  if (no) return no;
  const at = Math.max(step.at, incident.startedAt);
  const resolved = step.status === "resolved";
  if (resolved && incident.visibility === "draft") return draftNotResolvableFailure;
  return ok({
    ...incident,
    status: step.status,
    closed: resolved,
    monitoringAt: incident.monitoringAt ?? (step.status === "monitoring" ? at : null),
    resolvedAt: resolved ? (incident.resolvedAt ?? at) : null,
  });
}

/** Visibilities that may follow each one; only an admin may withdraw (permission.ts). */
const following: Record<IncidentVisibility, readonly IncidentVisibility[]> = {
  draft: ["published", "dismissed"],
  published: ["withdrawn"],
  dismissed: [],
  withdrawn: [],
};

const allowed = (from: string, to: IncidentVisibility): boolean =>
  incidentVisibilities.some((each) => each === from && following[each].includes(to));

/** Publishes or dismisses a draft, withdraws a published one. Failure: conflict (gone when it was withdrawn). */
export function changeIncidentVisibility<T extends IncidentState>(
  incident: T,
  to: IncidentVisibility,
  at: number,
): Result<T> {
  if (!allowed(incident.visibility, to)) {
    return over(incident) ?? fail({ name: "conflict", code: "not_possible_now", detail: "incident.not_possible" });
  }
  const published = to === "published";
  return ok({
    ...incident,
    visibility: to,
    publishedAt: published ? at : incident.publishedAt,
    closed: published ? incident.closed : true,
  });
}

/** True when it has neither components nor an impact; an override of `none` is an announcement and enough. */
export const needsComponentsOrImpact = (incident: { componentCount: number; impactOverride: string | null }): boolean =>
  incident.componentCount === 0 && incident.impactOverride === null;

interface AffectedStatuses {
  components: readonly { componentId: string; status: Status }[];
}

/** Returns the worst status that each component is given; pass open published incidents, or active maintenance. */
export function worstStatusByComponent(given: readonly AffectedStatuses[]): Map<string, Status> {
  const found = new Map<string, Status>();
  for (const { componentId, status } of given.flatMap((each) => each.components)) {
    found.set(componentId, worstStatus([status, found.get(componentId)]) ?? status);
  }
  return found;
}

/**
 * Returns the incident layer; pass open published incidents only. One that calls a component operational gives it
 * nothing.
 */
export const incidentLayerByComponent = (openPublished: readonly AffectedStatuses[]): Map<string, Status> =>
  worstStatusByComponent(
    openPublished.map(({ components }) => ({
      components: components.filter(({ status }) => status !== "operational"),
    })),
  );
