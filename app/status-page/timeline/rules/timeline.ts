import { effective, type Layer, type Layers, layers, type Status, unseen } from "~/status/status";
import { addSteps, beginningOfTime, type LayerStatusStep, layerValue } from "./layer-steps";
import { untold } from "./standstill";

/** One row of the append-only status history: a layer's status before, and from `at` on. Instants in ms. */
export interface Change {
  layer: Layer;
  from: Status | null;
  to: Status | null;
  /** When it was true. */
  at: number;
  /** When it was written, by the writer's clock; decides only among rows without a sequence. */
  recordedAt: number;
  /** Version of the page's timeline that wrote it; 0 in rows older than that count. */
  sequence: number;
}

/** The range [from, to) in ms. */
export interface Span {
  from: number;
  to: number;
}

export interface Segment extends Span {
  status: Status;
}

export interface LayerSegment extends Span {
  status: Status | null;
}

const byClock = (one: Change, other: Change) => (one.sequence === 0 ? one.recordedAt - other.recordedAt : 0);

/** Compares rows by the order in which they are folded: as they were committed, whatever the clocks said. */
export const byKnowledge = (one: Change, other: Change) =>
  one.sequence - other.sequence || byClock(one, other) || one.at - other.at;

/** Returns the steps of one layer's rows; the first step reaches back without end. Without rows, `current`. */
export function stepsOf(changes: readonly Change[], current: Status | null): LayerStatusStep[] {
  return changes.length === 0
    ? [{ at: beginningOfTime, status: current }]
    : addSteps([], changes.toSorted(byKnowledge));
}

/** Adds the next segment; one with the same status as the last extends it. */
export function append<T extends LayerSegment>(segments: T[], next: T): void {
  const last = segments.at(-1);
  if (next.to <= next.from) return;
  if (last && last.status === next.status && last.to === next.from) last.to = next.to;
  else segments.push(next);
}

/**
 * Returns what one layer said over the window, without gaps. Rows are folded by (sequence, at, given order): each
 * replaces what was known from its `at` on, so that a correction restates the timeline. Before the first row its `from`
 * held; without rows, `current`.
 */
export function layerSegments(changes: readonly Change[], current: Status | null, window: Span): LayerSegment[] {
  const segments: LayerSegment[] = [];
  const steps = stepsOf(changes, current);
  for (const [index, { at, status }] of steps.entries()) {
    const next = steps[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    append(segments, { from: Math.max(at, window.from), to: Math.min(next, window.to), status });
  }
  return segments;
}

/** Counting rules of a component besides its layers. */
export interface CountingWindow {
  /** Before its start there is nothing. */
  startAt: number;
  /** Stretches in which it was not observed, in order of time. */
  stopped: readonly Span[];
}

interface LayerStep extends LayerStatusStep {
  layer: Layer;
}

type StepsOfLayer = (layer: Layer) => readonly LayerStatusStep[];

const stepsOfRows =
  (changes: readonly Change[], current: Layers): StepsOfLayer =>
  (layer) =>
    stepsOf(
      changes.filter((change) => change.layer === layer),
      current[layer],
    );

/** Returns the steps of all layers in order of time; each layer's first one reaches back without end. */
function stepsInOrder(stepsOfLayer: StepsOfLayer): LayerStep[] {
  const steps = layers.flatMap((layer) => stepsOfLayer(layer).map((step) => ({ ...step, layer })));
  return steps.sort((one, other) => (one.at === other.at ? 0 : one.at - other.at));
}

/** Returns what each layer said at one instant (ms), by today's knowledge. */
export function layersAt(changes: readonly Change[], current: Layers, at: number): Layers {
  const values = { ...current };
  for (const { at: since, layer, status } of stepsInOrder(stepsOfRows(changes, current))) {
    if (since <= at) Object.assign(values, layerValue(layer, status));
  }
  return values;
}

/**
 * Adds the effective status of the layers from one instant to another; where it was not observed, what is known then.
 */
function appendSeen(segments: Segment[], { from, to }: Span, values: Layers, stopped: readonly Span[]): void {
  let at = from;
  for (const each of stopped) {
    if (each.to <= at || each.from >= to) continue;
    append(segments, { from: at, to: Math.max(at, each.from), status: effective(values) });
    append(segments, { from: Math.max(at, each.from), to: Math.min(each.to, to), status: unseen(values) });
    at = Math.min(each.to, to);
  }
  append(segments, { from: at, to, status: effective(values) });
}

/** Returns the effective status over the window, made of each layer's steps; see `effectiveSegments`. */
export function segmentsOfSteps(
  stepsOfLayer: StepsOfLayer,
  current: Layers,
  window: Span,
  { startAt, stopped }: CountingWindow,
): Segment[] {
  const segments: Segment[] = [];
  const values = { ...current };
  const unlooked = untold(stopped, stepsOfLayer("observed"));
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
 * starts at max(window.from, startAt): before the component's start there is nothing. In a standstill (`stopped`) the
 * observed layer is no data.
 */
export const effectiveSegments = (
  changes: readonly Change[],
  current: Layers,
  window: Span,
  startAt: number,
  stopped: readonly Span[] = [],
): Segment[] => segmentsOfSteps(stepsOfRows(changes, current), current, window, { startAt, stopped });
