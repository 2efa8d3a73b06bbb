import { type Status, type StatusLayer, toStatus, worstStatus } from "~/status/status";
import type { AffectedComponentFact, LayerChange } from "./snapshot-facts";

/** The changes of an update. A change without `at` happened at the time that the update shows. Instants in ms. */
export interface StatusHistoryUpdate {
  status: string;
  shownAt: number;
  changes: readonly { componentId: string; from: string; to: string; at?: number }[];
}

/** The statements of a published incident about its components, from its start until now. */
export interface IncidentStatusHistory {
  id: string;
  startedAt: number;
  closed: boolean;
  resolvedAt: number | null;
  updates: readonly StatusHistoryUpdate[];
  components: readonly AffectedComponentFact[];
}

interface HistoryStatusStep {
  at: number;
  status: Status | null;
}

const beginning = Number.NEGATIVE_INFINITY;

/** Returns the status that an incident gives; "operational" gives none. */
const moving = (word: string | undefined): Status | null =>
  word === undefined || word === "operational" ? null : toStatus(word);

/** Returns the last step's status at or before the instant; steps are in order of time. */
export function layerStatusAt(steps: readonly HistoryStatusStep[], at: number): Status | null {
  let value: Status | null = null;
  for (const step of steps) if (step.at <= at) value = step.status;
  return value;
}

function changesOf({ startedAt, updates }: IncidentStatusHistory, componentId: string) {
  const own = updates.flatMap((update) =>
    update.changes
      .filter((change) => change.componentId === componentId)
      .map((change) => ({
        at: Math.max(startedAt, change.at ?? update.shownAt),
        from: change.from,
        // After resolution the incident gives the component no status, so the other layers decide.
        to: update.status === "resolved" && change.at === undefined ? "operational" : change.to,
      })),
  );
  return own.sort((one, other) => one.at - other.at);
}

/**
 * Returns the component's statuses while the incident is open. Without recorded changes, its current status counts from
 * the start.
 */
function givenSteps(story: IncidentStatusHistory, componentId: string): HistoryStatusStep[] {
  const changes = changesOf(story, componentId);
  const today = story.components.find((each) => each.componentId === componentId)?.status;
  const first = { at: story.startedAt, status: moving(changes[0] ? changes[0].from : today) };
  return [first, ...changes.map(({ at, to }) => ({ at, status: moving(to) }))];
}

/** True when the incident is over, by its updates. Only closed incidents are checked by their own stored end. */
function isOver(story: IncidentStatusHistory, at: number): boolean {
  if (at < story.startedAt) return true;
  if (story.closed && story.resolvedAt !== null && at >= story.resolvedAt) return true;
  const said = story.updates.filter((update) => update.shownAt <= at).sort((one, other) => one.shownAt - other.shownAt);
  if (!story.closed && said.length === story.updates.length) return false;
  return said.at(-1)?.status === "resolved";
}

const edgesOf = (story: IncidentStatusHistory): number[] => [
  story.startedAt,
  ...(story.resolvedAt === null ? [] : [story.resolvedAt]),
  ...story.updates.flatMap(({ shownAt, changes }) => [shownAt, ...changes.flatMap(({ at }) => at ?? [])]),
];

/** An incident's history with its instants, and for each whether the incident was over at that time. */
interface IncidentHistoryTimeline {
  story: IncidentStatusHistory;
  edges: readonly { at: number; over: boolean }[];
}

function told(story: IncidentStatusHistory): IncidentHistoryTimeline {
  const times = [...new Set(edgesOf(story))].sort((one, other) => one - other);
  return { story, edges: times.map((at) => ({ at, over: isOver(story, at) })) };
}

const namedBy = ({ components, updates }: IncidentStatusHistory): Set<string> =>
  new Set([...components, ...updates.flatMap(({ changes }) => changes)].map(({ componentId }) => componentId));

/** Returns the histories by component, because a page may have a thousand that do not affect a component. */
function byComponent(stories: readonly IncidentStatusHistory[]): Map<string, IncidentHistoryTimeline[]> {
  const found = new Map<string, IncidentHistoryTimeline[]>();
  for (const each of stories.map(told)) {
    for (const id of namedBy(each.story)) {
      const known = found.get(id);
      if (known) known.push(each);
      else found.set(id, [each]);
    }
  }
  return found;
}

function stepsOf({ story, edges }: IncidentHistoryTimeline, componentId: string): HistoryStatusStep[] {
  const given = givenSteps(story, componentId);
  return edges.map(({ at, over }) => ({ at, status: over ? null : layerStatusAt(given, at) }));
}

/** The number of histories that give each status, at an instant that moves on. */
class Present {
  private readonly counts = new Map<Status, number>();

  move(from: Status | null, to: Status | null): void {
    if (from !== null) this.counts.set(from, (this.counts.get(from) ?? 0) - 1);
    if (to !== null) this.counts.set(to, (this.counts.get(to) ?? 0) + 1);
  }

  worst(): Status | null {
    return worstStatus([...this.counts].flatMap(([status, count]) => (count > 0 ? [status] : [])));
  }
}

/**
 * Returns the incident layer of one component by these histories, as steps in order of time. It visits each instant
 * once.
 */
function layerSteps(stories: readonly IncidentHistoryTimeline[], componentId: string): HistoryStatusStep[] {
  const moves = stories.flatMap((each) => {
    const steps = stepsOf(each, componentId);
    return steps.map(({ at, status: to }, index) => ({ at, from: steps[index - 1]?.status ?? null, to }));
  });
  const present = new Present();
  const layer = new Map<number, Status | null>([[beginning, null]]);
  for (const { at, from, to } of moves.sort((one, other) => one.at - other.at)) {
    present.move(from, to);
    layer.set(at, present.worst());
  }
  return [...layer].map(([at, status]) => ({ at, status }));
}

/** Returns the steps' statuses at each of these instants; both lists are in order of time. */
export function layerStatusesAt(steps: readonly HistoryStatusStep[], times: readonly number[]): (Status | null)[] {
  let next = 0;
  let value: Status | null = null;
  return times.map((at) => {
    for (let step = steps[next]; step && step.at <= at; step = steps[++next]) value = step.status;
    return value;
  });
}

/** Returns the rows that turn one layer's steps into others, from the first instant at which they differ. */
export function layerChangesBetweenSteps(
  before: readonly HistoryStatusStep[],
  after: readonly HistoryStatusStep[],
  { componentId, layer }: { componentId: string; layer: StatusLayer },
): LayerChange[] {
  const times = [...new Set([...before, ...after].map((step) => step.at))].sort((one, other) => one - other);
  const [then, now] = [layerStatusesAt(before, times), layerStatusesAt(after, times)];
  const first = times.findIndex((at, index) => at > beginning && then[index] !== now[index]);
  if (first < 0) return [];
  let from = layerStatusAt(after, (times[first] as number) - 1);
  return times.slice(first).flatMap((at, index) => {
    const to = now[first + index] ?? null;
    if (to === from && index > 0) return [];
    const row: LayerChange = { componentId, layer, from, to, at };
    from = to;
    return [row];
  });
}

/**
 * Returns the history with no instant after `until`: a later instant, which a clock that was ahead wrote, becomes
 * `until`.
 */
function knownBy(story: IncidentStatusHistory, until: number): IncidentStatusHistory {
  const { startedAt, resolvedAt, updates } = story;
  return {
    ...story,
    startedAt: Math.min(startedAt, until),
    resolvedAt: resolvedAt === null ? null : Math.min(resolvedAt, until),
    updates: updates.map(({ shownAt, changes, ...update }) => ({
      ...update,
      shownAt: Math.min(shownAt, until),
      changes: changes.map((each) => (each.at === undefined ? each : { ...each, at: Math.min(each.at, until) })),
    })),
  };
}

/**
 * Returns the rows to append to a layer when the published incidents or maintenance windows of a page change. The layer
 * is restated from the first instant at which it differs. To withdraw an incident, leave it out of `after`. Pass
 * histories that overlap the change on both sides; instants after `until` become `until`.
 */
export function restatedLayerChanges(
  before: readonly IncidentStatusHistory[],
  after: readonly IncidentStatusHistory[],
  until: number,
  layer: "incident" | "maintenance" = "incident",
): LayerChange[] {
  const known = (stories: readonly IncidentStatusHistory[]) =>
    byComponent(stories.map((story) => knownBy(story, until)));
  const [then, now] = [known(before), known(after)];
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((id) =>
    layerChangesBetweenSteps(layerSteps(then.get(id) ?? [], id), layerSteps(now.get(id) ?? [], id), {
      componentId: id,
      layer,
    }),
  );
}
