import { fail, goneFailure, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { type Status, worstStatus } from "~/status/status";
import { minuteMs } from "~/time/durations";

export const incidentStatuses = ["investigating", "identified", "monitoring", "resolved"] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

export const resolvedStatus = "resolved" satisfies IncidentStatus;

/**
 * Returns the status that usually comes next, which the update form suggests beside the current one. Null where a
 * person has to choose, such as before Resolved.
 */
export const suggestedIncidentStatus = (status: string): IncidentStatus | null =>
  status === "investigating" ? "identified" : status === "identified" ? "monitoring" : null;

/** Returns the statuses that one press may set next. Readers see no difference between the steps of an announcement. */
export function nextIncidentStatuses(status: string, isAnnounced: boolean): IncidentStatus[] {
  const suggested = isAnnounced ? null : suggestedIncidentStatus(status);
  return suggested === null ? [resolvedStatus] : [suggested, resolvedStatus];
}

export const incidentVisibilities = ["draft", "published", "dismissed", "withdrawn"] as const;
export type IncidentVisibility = (typeof incidentVisibilities)[number];

export type IncidentResolver = "person" | "machine";
export type IncidentOrigin = "person" | "source" | "monitor";

/** Returns when the next update is promised (ms); null when the incident is closed or nothing is promised. */
export const nextUpdateDueAt = (minutes: number | null | undefined, at: number, closed: boolean): number | null =>
  minutes == null || closed ? null : at + minutes * minuteMs;

/** The part of an incident that decides its transitions; words as stored, instants in ms. */
export interface IncidentState {
  status: string;
  visibility: string;
  startedAt: number;
  publishedAt: number | null;
  monitoringAt: number | null;
  resolvedAt: number | null;
  /** True when it is resolved, dismissed or withdrawn: then it gives no status, and no alert joins it. */
  closed: boolean;
}

/** Failure of a change that requires an open incident. */
export const closedIncidentFailure = fail({ name: "conflict", code: "incident_closed", detail: "incident.closed" });

export interface IncidentStatusUpdate {
  status: IncidentStatus;
  /** The time that is shown, in ms; it never counts as earlier than the incident's start. */
  at: number;
}

/**
 * Returns the failure for a withdrawn incident (gone) or a dismissed one, which is only listed (conflict); otherwise
 * null.
 */
function over(incident: IncidentState): ReturnType<typeof fail> | null {
  if (incident.visibility === "withdrawn") return goneFailure;
  if (incident.visibility !== "dismissed") return null;
  return fail({ name: "conflict", code: "dismissed", detail: "incident.dismissed" });
}

/**
 * Refuses to resolve a draft, because a closed draft would be in no list of open incidents. A draft is dismissed
 * automatically when its alerts recover.
 */
export const draftNotResolvableFailure = invalidFieldFailure("status", "incident.draft_resolved");

/**
 * Returns the incident after an update (spec §4). Statuses may come in any order and may stay. An addition to a
 * resolved incident leaves it resolved; any other status reopens it. Failures: invalid (a draft is not resolved), gone
 * (withdrawn), conflict (dismissed).
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

/**
 * Publishes or dismisses a draft, or withdraws a published incident. Failures: conflict, and gone if it was withdrawn.
 */
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

/**
 * True when it has neither components nor an impact. The override `none` makes it an announcement, which needs no
 * component.
 */
export const needsComponentsOrImpact = (incident: { componentCount: number; impactOverride: string | null }): boolean =>
  incident.componentCount === 0 && incident.impactOverride === null;

interface AffectedStatuses {
  components: readonly { componentId: string; status: Status }[];
}

/** Returns the worst status that each component gets; pass open published incidents, or active maintenance. */
export function worstStatusByComponent(given: readonly AffectedStatuses[]): Map<string, Status> {
  const found = new Map<string, Status>();
  for (const { componentId, status } of given.flatMap((each) => each.components)) {
    found.set(componentId, worstStatus([status, found.get(componentId)]) ?? status);
  }
  return found;
}

/**
 * Returns the incident layer; pass open published incidents only. An incident in which a component is operational gives
 * that component no status.
 */
export const incidentLayerByComponent = (openPublished: readonly AffectedStatuses[]): Map<string, Status> =>
  worstStatusByComponent(
    openPublished.map(({ components }) => ({
      components: components.filter(({ status }) => status !== "operational"),
    })),
  );
