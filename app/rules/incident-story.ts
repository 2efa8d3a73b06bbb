import type { ChangeFact, TouchedFact } from "./snapshot-facts";
import { type Status, toStatus, worst } from "./status";

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
  componentId: string,
  recordedAt: number,
): ChangeFact[] {
  const times = [...new Set([...before, ...after].map((step) => step.at))].sort((one, other) => one - other);
  const start = times.find((at) => at > beginning && at <= recordedAt && valueAt(before, at) !== valueAt(after, at));
  if (start === undefined) return [];
  let from = valueAt(after, start - 1);
  return [start, ...times.filter((at) => at > start && at <= recordedAt)].flatMap((at) => {
    const to = valueAt(after, at);
    if (to === from && at !== start) return [];
    const row: ChangeFact = { componentId, layer: "incident", from, to, at, recordedAt };
    from = to;
    return [row];
  });
}

/**
 * The rows to append to the incident layer when the published incidents of a page say something else than before:
 * the layer restated from the first instant at which it differs (protocols §4). Withdrawing hands in `after` without
 * the incident. Stories that overlap the change must be handed in on both sides; nothing after `recordedAt` is stated.
 */
export function restated(
  before: readonly IncidentStory[],
  after: readonly IncidentStory[],
  recordedAt: number,
): ChangeFact[] {
  const named = [...before, ...after].flatMap(({ components, updates }) => [
    ...components.map((each) => each.componentId),
    ...updates.flatMap(({ changes }) => changes.map((each) => each.componentId)),
  ]);
  return [...new Set(named)].flatMap((id) =>
    restatedOne(layerSteps(before, id), layerSteps(after, id), id, recordedAt),
  );
}
