import { type Status, worstStatus } from "~/status/status";
import { type IncidentStatusHistory, layerStatusesAt, restatedLayerChanges } from "~/status-page/rules/incident-story";
import { restatedMaintenanceLayerChanges } from "~/status-page/rules/maintenance-story";
import type { LayerChange } from "~/status-page/rules/snapshot-facts";
import { beginningOfTime } from "~/status-page/timeline/rules/layer-steps";
import { dayMs } from "~/time/durations";
import type { MoveDocument, MovedIncident, MovedMaintenance, ReportedUptime } from "./move-document";
import { toImportedIncident } from "./moved-incident";
import { toImportedMaintenance } from "./moved-maintenance";
import { type LayerStatusCourse, layerCourseOfChanges, layerCourseWithin } from "./past-layers";
import type { PlannedImportThing } from "./planned-thing";

/** Days that a page shows of a component. */
export const usualUptimeDays = 90;

type StoredStep = readonly [at: number, status: Status | null];

/** A new component with what incidents and maintenance of the parts so far say about it. */
export interface UptimeCandidate {
  /** Its id there. */
  id: string;
  /** True when the origin says its uptime. */
  isSaid: boolean;
  incident: readonly StoredStep[];
  maintenance: readonly StoredStep[];
}

/** JSON between two parts of the document, so that each part is opened once. */
export interface UptimeProgress {
  /** Start of the longest period; what was over before it is not kept. */
  since: number;
  candidates: readonly UptimeCandidate[];
}

/** Steps of all candidates together: the job's row holds them from part to part. */
const mostSteps = 3000;

const nothing: LayerStatusCourse = [{ at: beginningOfTime, status: null }];

/** Returns the ids there of what the import makes. */
export const foreignIdsToCreate = (
  things: readonly PlannedImportThing[],
  noun: PlannedImportThing["noun"],
): Set<string> =>
  new Set(things.flatMap((each) => (each.noun === noun && each.verdict === "make" ? [each.theirId] : [])));

/** Returns the uptime that the origin says of each component: its own, else that of the only monitor that has one. */
export function reportedUptimeByComponent({ components, monitors }: Pick<MoveDocument, "components" | "monitors">) {
  const watched = new Map<string, ReportedUptime | null>();
  for (const { uptime, componentIds } of monitors)
    for (const id of uptime ? componentIds : []) watched.set(id, watched.has(id) ? null : (uptime ?? null));
  return new Map(components.map(({ id, uptime }) => [id, uptime ?? watched.get(id) ?? null]));
}

/** Returns an instant before the first day of a period, whatever the page's zone. */
function startOf(said: ReportedUptime | null, now: number): number {
  const days = said ? said.days : usualUptimeDays;
  return days === null ? 0 : Math.min(said?.until ?? now, now) - (days + 2) * dayMs;
}

/** Begins with the new components of the first part that show their uptime. */
export function beginUptime(
  document: Pick<MoveDocument, "components" | "monitors">,
  things: readonly PlannedImportThing[],
  now: number,
): UptimeProgress {
  const [made, said] = [foreignIdsToCreate(things, "component"), reportedUptimeByComponent(document)];
  const shown = document.components.filter(({ id, showsUptime }) => showsUptime && made.has(id));
  const candidates = shown.map(({ id }) => ({ id, isSaid: Boolean(said.get(id)), incident: [], maintenance: [] }));
  return { since: Math.min(now, ...shown.map(({ id }) => startOf(said.get(id) ?? null, now))), candidates };
}

/** Returns the course that stored steps describe. */
export const layerCourseOfStoredSteps = (steps: readonly StoredStep[]): LayerStatusCourse => [
  ...nothing,
  ...steps.map(([at, status]) => ({ at, status })),
];

/** Returns the worst of two courses at each instant: incidents count together, whichever part they are in. */
function worstCourse(one: LayerStatusCourse, other: LayerStatusCourse): LayerStatusCourse {
  const times = [...new Set([...one, ...other].map(({ at }) => at))].sort((first, second) => first - second);
  const [first, second] = [layerStatusesAt(one, times), layerStatusesAt(other, times)];
  const worst = times.map((at, index) => ({ at, status: worstStatus([first[index], second[index]]) }));
  return worst.filter(({ status }, index) => status !== (worst[index - 1]?.status ?? null));
}

function addedSteps(steps: readonly StoredStep[], changes: readonly LayerChange[] = [], since: number): StoredStep[] {
  if (changes.length === 0) return [...steps];
  const span = { from: since, to: Number.POSITIVE_INFINITY };
  const course = layerCourseWithin(nothing, layerCourseOfChanges(changes), span);
  return worstCourse(layerCourseOfStoredSteps(steps), course).map(({ at, status }) => [at, status] as const);
}

type ComponentIdReader = (theirId: string) => string | null;

function storyOf(moved: MovedIncident, idOf: ComponentIdReader): IncidentStatusHistory {
  const { components, status, startedAt, resolvedAt, updates } = toImportedIncident(moved, idOf);
  const affected = Object.entries(components).map(([componentId, worst]) => ({ componentId, status: worst }));
  return { id: moved.id, startedAt, resolvedAt, closed: status === "resolved", updates, components: affected };
}

function workOf(moved: MovedMaintenance, idOf: ComponentIdReader, now: number) {
  const { status, startsAt, startedAt, completedAt, componentIds } = toImportedMaintenance(moved, idOf, now);
  const components = componentIds.map((componentId) => ({ componentId, status: "under_maintenance" as const }));
  return { id: moved.id, status, startsAt, startedAt, completedAt, cancelledAt: null, components };
}

/** Returns how long a candidate was out of service. */
function lostMs({ incident }: UptimeCandidate, now: number): number {
  return incident.reduce((sum, [at, status], index) => {
    const isLost = status === "major_outage" || status === "partial_outage";
    return isLost ? sum + (incident[index + 1]?.[0] ?? now) - at : sum;
  }, 0);
}

const stepsOf = ({ incident, maintenance }: UptimeCandidate): number => incident.length + maintenance.length;

/** Leaves out candidates whose steps the job's row has no place for: first those that would not be shown. */
function boundedCandidates(candidates: readonly UptimeCandidate[], now: number): readonly UptimeCandidate[] {
  if (candidates.reduce((sum, each) => sum + stepsOf(each), 0) <= mostSteps) return candidates;
  const ranked = candidates
    .map((each) => ({ each, lost: lostMs(each, now) }))
    .sort((one, other) => Number(other.each.isSaid) - Number(one.each.isSaid) || other.lost - one.lost);
  let steps = 0;
  const kept = new Set<UptimeCandidate>();
  for (const { each } of ranked) {
    if (steps + stepsOf(each) > mostSteps) continue;
    steps += stepsOf(each);
    kept.add(each);
  }
  return candidates.filter((each) => kept.has(each));
}

/** Adds what the incidents and maintenance of a part that come say about the candidates. */
export function addUptimePart(
  { since, candidates }: UptimeProgress,
  { incidents, maintenances }: Pick<MoveDocument, "incidents" | "maintenances">,
  things: readonly PlannedImportThing[],
  now: number,
): UptimeProgress {
  const ids = new Set(candidates.map(({ id }) => id));
  const idOf: ComponentIdReader = (id) => (ids.has(id) ? id : null);
  const coming = things.filter(({ verdict }) => verdict === "make" || verdict === "change");
  const comes = new Set(coming.map(({ noun, theirId }) => `${noun}:${theirId}`));
  const stories = incidents.filter(({ id, resolvedAt }) => comes.has(`incident:${id}`) && (resolvedAt ?? now) >= since);
  const works = maintenances
    .filter(({ id }) => comes.has(`maintenance:${id}`))
    .map((each) => workOf(each, idOf, now))
    .filter(({ status }) => status !== "scheduled");
  const byId = (changes: readonly LayerChange[]) => Map.groupBy(changes, ({ componentId }) => componentId);
  const told = stories.map((each) => storyOf(each, idOf));
  const [harms, closures] = [
    byId(restatedLayerChanges([], told, now)),
    byId(restatedMaintenanceLayerChanges([], [], works, now)),
  ];
  const added = candidates.map((each) => ({
    ...each,
    incident: addedSteps(each.incident, harms.get(each.id), since),
    maintenance: addedSteps(each.maintenance, closures.get(each.id), since),
  }));
  return { since, candidates: boundedCandidates(added, now) };
}
