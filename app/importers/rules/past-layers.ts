import type { StatusLayer } from "~/status/status";
import { layerChangesBetweenSteps, layerStatusAt, layerStatusesAt } from "~/status-page/rules/incident-story";
import type { LayerChange } from "~/status-page/rules/snapshot-facts";
import { beginningOfTime, type LayerStatusStep } from "~/status-page/timeline/rules/layer-steps";
import type { TimeSpan } from "~/status-page/timeline/rules/timeline";

export type LayerStatusCourse = readonly LayerStatusStep[];

/** Returns the course that rows from nothing on describe, such as those of all stories. */
export const layerCourseOfChanges = (changes: readonly LayerChange[]): LayerStatusCourse => [
  { at: beginningOfTime, status: null },
  ...changes.map(({ at, to }) => ({ at, status: to })),
];

/** Returns a course that is another one within a window, and its own before and after it. */
export function layerCourseWithin(
  recorded: LayerStatusCourse,
  wanted: LayerStatusCourse,
  { from, to }: TimeSpan,
): LayerStatusCourse {
  const before = recorded.filter(({ at }) => at < from);
  const start = { at: from, status: layerStatusAt(wanted, from) };
  const between = wanted.filter(({ at }) => at > from && at < to);
  const after = recorded.filter(({ at }) => at > to);
  const end = Number.isFinite(to) ? [{ at: to, status: layerStatusAt(recorded, to) }] : [];
  return [...before, start, ...between, ...end, ...after];
}

/** Returns the stretches in which two courses differ; the last one may have no end. */
export function differingLayerSpans(one: LayerStatusCourse, other: LayerStatusCourse): TimeSpan[] {
  const times = [...new Set([...one, ...other].map(({ at }) => at))].sort((first, second) => first - second);
  const [then, now] = [layerStatusesAt(one, times), layerStatusesAt(other, times)];
  return times.flatMap((from, index) =>
    then[index] === now[index] ? [] : [{ from, to: times[index + 1] ?? Number.POSITIVE_INFINITY }],
  );
}

/** A layer of a component as it is recorded, and as it is to be. */
export interface LayerRestatement {
  componentId: string;
  layer: StatusLayer;
  recorded: LayerStatusCourse;
  wanted: LayerStatusCourse;
}

/** Returns the rows to append, and the stretches whose days they change. */
export const layerRestatementChanges = ({ recorded, wanted, ...subject }: LayerRestatement) => ({
  changes: layerChangesBetweenSteps(recorded, wanted, subject),
  spans: differingLayerSpans(recorded, wanted),
});
