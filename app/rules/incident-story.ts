import type { LayerChange, TouchedFact } from "./snapshot-facts";
import { type Layer, type Status, toStatus, worst } from "./status";

/** An update as far as it moved something; a change without `at` happened when its update is shown. Instants in ms. */
export interface StoryUpdate {
  status: string;
  shownAt: number;
  changes: readonly { componentId: string; from: string; to: string; at?: number }[];
}

/** What a published incident said of its components, from its start until now. */
export interface IncidentStory {
  id: string;
  startedAt: number;
  closed: boolean;
  resolvedAt: number | null;
  updates: readonly StoryUpdate[];
  components: readonly TouchedFact[];
}

interface Step {
  at: number;
  status: Status | null;
}

const beginning = Number.NEGATIVE_INFINITY;

/** An incident that calls a component operational moves nothing. */
const moving = (word: string | undefined): Status | null =>
  word === undefined || word === "operational" ? null : toStatus(word);

/** The last step at or before the instant; steps are in order of time. */
function valueAt(steps: readonly Step[], at: number): Status | null {
  let value: Status | null = null;
  for (const step of steps) if (step.at <= at) value = step.status;
  return value;
}

function changesOf({ startedAt, updates }: IncidentStory, componentId: string) {
  const own = updates.flatMap((update) =>
    update.changes
      .filter((change) => change.componentId === componentId)
      .map((change) => ({ ...change, at: Math.max(startedAt, change.at ?? update.shownAt) })),
  );
  return own.sort((one, other) => one.at - other.at);
}

/** What it gives the component while it is open. Machines write no changes: then it is what it gives today. */
function givenSteps(story: IncidentStory, componentId: string): Step[] {
  const changes = changesOf(story, componentId);
  const today = story.components.find((each) => each.componentId === componentId)?.status;
  const first = { at: story.startedAt, status: moving(changes[0] ? changes[0].from : today) };
  return [first, ...changes.map(({ at, to }) => ({ at, status: moving(to) }))];
}

/** When it was over, by its updates; the end that is kept on the incident itself counts last. */
function isOver(story: IncidentStory, at: number): boolean {
  if (at < story.startedAt) return true;
  if (story.closed && story.resolvedAt !== null && at >= story.resolvedAt) return true;
  const said = story.updates.filter((update) => update.shownAt <= at).sort((one, other) => one.shownAt - other.shownAt);
  if (!story.closed && said.length === story.updates.length) return false;
  return said.at(-1)?.status === "resolved";
}

const edgesOf = (story: IncidentStory): number[] => [
  story.startedAt,
  ...(story.resolvedAt === null ? [] : [story.resolvedAt]),
  ...story.updates.flatMap(({ shownAt, changes }) => [shownAt, ...changes.flatMap(({ at }) => at ?? [])]),
];

/** The incident layer of one component by these stories, as steps in order of time. */
function layerSteps(stories: readonly IncidentStory[], componentId: string): Step[] {
  const given = stories.map((story) => ({ story, steps: givenSteps(story, componentId) }));
  const times = [...new Set(stories.flatMap(edgesOf))].sort((one, other) => one - other);
  const steps = times.map((at) => ({
    at,
    status: worst(given.map(({ story, steps: own }) => (isOver(story, at) ? null : valueAt(own, at)))),
  }));
  return [{ at: beginning, status: null }, ...steps];
}

function restatedOne(
  before: readonly Step[],
  after: readonly Step[],
  { componentId, layer }: { componentId: string; layer: Layer },
): LayerChange[] {
  const times = [...new Set([...before, ...after].map((step) => step.at))].sort((one, other) => one - other);
  const start = times.find((at) => at > beginning && valueAt(before, at) !== valueAt(after, at));
  if (start === undefined) return [];
  let from = valueAt(after, start - 1);
  return [start, ...times.filter((at) => at > start)].flatMap((at) => {
    const to = valueAt(after, at);
    if (to === from && at !== start) return [];
    const row: LayerChange = { componentId, layer, from, to, at };
    from = to;
    return [row];
  });
}

/** The same with nothing dated after an instant: what a clock that was ahead said has happened by then all the same. */
function knownBy(story: IncidentStory, until: number): IncidentStory {
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
 * The rows to append to a layer when the published incidents, or the maintenances, of a page say something else than
 * before: the layer restated from the first instant at which it differs. Withdrawing hands in `after` without the
 * incident. Stories that overlap the change must be handed in on both sides; what is dated after `until` counts as of then.
 */
export function restated(
  before: readonly IncidentStory[],
  after: readonly IncidentStory[],
  until: number,
  layer: "incident" | "maintenance" = "incident",
): LayerChange[] {
  const named = [...before, ...after].flatMap(({ components, updates }) => [
    ...components.map((each) => each.componentId),
    ...updates.flatMap(({ changes }) => changes.map((each) => each.componentId)),
  ]);
  const known = (stories: readonly IncidentStory[]) => stories.map((story) => knownBy(story, until));
  const [then, now] = [known(before), known(after)];
  return [...new Set(named)].flatMap((id) =>
    restatedOne(layerSteps(then, id), layerSteps(now, id), { componentId: id, layer }),
  );
}
