import {
  effectiveStatus,
  type Status,
  type StatusByLayer,
  type StatusLayer,
  statusLayers,
  statusWhileUnchecked,
} from "~/status/status";
import { addLayerSteps, beginningOfTime, type LayerStatusStep, layerValue } from "./layer-steps";
import { standstillsWithoutOutages } from "./standstill";

/** One row of the append-only status history: a layer's status before `at`, and from `at` on. Instants in ms. */
export interface StatusChange {
  layer: StatusLayer;
  from: Status | null;
  to: Status | null;
  /** The time from which the status was true. */
  at: number;
  /** Time of writing, by the writer's clock. It matters only among rows without a sequence. */
  recordedAt: number;
  /** Version of the page's timeline that wrote the row; 0 in rows older than that count. */
  sequence: number;
}

/** The range [from, to) in ms. */
export interface TimeSpan {
  from: number;
  to: number;
}

export interface StatusSegment extends TimeSpan {
  status: Status;
}

export interface LayerSegment extends TimeSpan {
  status: Status | null;
}

const byClock = (one: StatusChange, other: StatusChange) =>
  one.sequence === 0 ? one.recordedAt - other.recordedAt : 0;

/** Compares rows in the order in which they are folded, which is that of the commits, whatever the clocks showed. */
export const compareBySequence = (one: StatusChange, other: StatusChange) =>
  one.sequence - other.sequence || byClock(one, other) || one.at - other.at;

/** Returns the steps of one layer's rows; the first step has no beginning. Without rows its status is `current`. */
export function layerStepsOf(changes: readonly StatusChange[], current: Status | null): LayerStatusStep[] {
  return changes.length === 0
    ? [{ at: beginningOfTime, status: current }]
    : addLayerSteps([], changes.toSorted(compareBySequence));
}

/** Appends the next segment, or extends the last one if the status is the same. */
export function appendSegment<T extends LayerSegment>(segments: T[], next: T): void {
  const last = segments.at(-1);
  if (next.to <= next.from) return;
  if (last && last.status === next.status && last.to === next.from) last.to = next.to;
  else segments.push(next);
}

/**
 * Returns the statuses of one layer over the window, without gaps. Rows are folded by (sequence, at, given order): each
 * replaces what was known from its `at` on, so that a correction restates the timeline. Before the first row its `from`
 * applies; without rows, `current`.
 */
export function layerSegments(
  changes: readonly StatusChange[],
  current: Status | null,
  window: TimeSpan,
): LayerSegment[] {
  const segments: LayerSegment[] = [];
  const steps = layerStepsOf(changes, current);
  for (const [index, { at, status }] of steps.entries()) {
    const next = steps[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    appendSegment(segments, { from: Math.max(at, window.from), to: Math.min(next, window.to), status });
  }
  return segments;
}

/** Facts, besides the layers, that decide which time of a component counts. */
export interface UptimeCountingRules {
  /** Start of the component; earlier time does not count. */
  startAt: number;
  /** Periods in which the component was not observed, in order of time. */
  stopped: readonly TimeSpan[];
}

interface LayerStep extends LayerStatusStep {
  layer: StatusLayer;
}

type LayerStepsReader = (layer: StatusLayer) => readonly LayerStatusStep[];

const stepsOfRows =
  (changes: readonly StatusChange[], current: StatusByLayer): LayerStepsReader =>
  (layer) =>
    layerStepsOf(
      changes.filter((change) => change.layer === layer),
      current[layer],
    );

/** Returns the steps of all layers in order of time. The first step of each layer has no beginning. */
function stepsInOrder(stepsOfLayer: LayerStepsReader): LayerStep[] {
  const steps = statusLayers.flatMap((layer) => stepsOfLayer(layer).map((step) => ({ ...step, layer })));
  return steps.sort((one, other) => (one.at === other.at ? 0 : one.at - other.at));
}

/** Returns the status of each layer at one instant (ms), as it is known today. */
export function statusByLayerAt(changes: readonly StatusChange[], current: StatusByLayer, at: number): StatusByLayer {
  const values = { ...current };
  for (const { at: since, layer, status } of stepsInOrder(stepsOfRows(changes, current))) {
    if (since <= at) Object.assign(values, layerValue(layer, status));
  }
  return values;
}

/**
 * Adds the effective status from one instant to another. In periods without observation, it is what was known without
 * it.
 */
function appendSeen(
  segments: StatusSegment[],
  { from, to }: TimeSpan,
  values: StatusByLayer,
  stopped: readonly TimeSpan[],
): void {
  let at = from;
  for (const each of stopped) {
    if (each.to <= at || each.from >= to) continue;
    appendSegment(segments, { from: at, to: Math.max(at, each.from), status: effectiveStatus(values) });
    appendSegment(segments, {
      from: Math.max(at, each.from),
      to: Math.min(each.to, to),
      status: statusWhileUnchecked(values),
    });
    at = Math.min(each.to, to);
  }
  appendSegment(segments, { from: at, to, status: effectiveStatus(values) });
}

/** Returns the effective status over the window, computed from each layer's steps; see `effectiveStatusSegments`. */
export function segmentsOfSteps(
  stepsOfLayer: LayerStepsReader,
  current: StatusByLayer,
  window: TimeSpan,
  { startAt, stopped }: UptimeCountingRules,
): StatusSegment[] {
  const segments: StatusSegment[] = [];
  const values = { ...current };
  const unlooked = standstillsWithoutOutages(stopped, stepsOfLayer("observed"));
  let from = Math.max(window.from, startAt);
  for (const { at, layer, status } of stepsInOrder(stepsOfLayer)) {
    const to = Math.min(at, window.to);
    appendSeen(segments, { from, to }, values, unlooked);
    from = Math.max(from, to);
    Object.assign(values, layerValue(layer, status));
  }
  appendSeen(segments, { from, to: window.to }, values, unlooked);
  return segments;
}

/**
 * Returns the effective status of one component over the window, without gaps and with equal neighbours merged. It
 * starts at max(window.from, startAt), because before that the component did not exist. While checks had stopped
 * (`stopped`), the observed layer is no data.
 */
export const effectiveStatusSegments = (
  changes: readonly StatusChange[],
  current: StatusByLayer,
  window: TimeSpan,
  startAt: number,
  stopped: readonly TimeSpan[] = [],
): StatusSegment[] => segmentsOfSteps(stepsOfRows(changes, current), current, window, { startAt, stopped });
