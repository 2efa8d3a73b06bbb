import { type StatusByLayer, type StatusLayer, statusLayers } from "~/status/status";
import { addLayerSteps, beginningOfTime, type LayerStatusStep } from "./layer-steps";
import {
  appendSegment,
  compareBySequence,
  type StatusChange,
  type StatusSegment,
  segmentsOfSteps,
  type TimeSpan,
} from "./timeline";

type ComponentChangeRow = StatusChange & { componentId: string };

/** The sum of everything before an instant. */
export interface PastStatusTotals {
  until: number;
  /** Time for which each status held, not in order of time; only the last one is where it was, as it may continue. */
  segments: readonly StatusSegment[];
  /** Values assumed for layers that had no rows. */
  assumed: StatusByLayer;
}

/**
 * The rows of one component: the steps of each layer that has any, with those before the end of `past` merged into one.
 */
export interface ComponentFold {
  steps: Partial<Record<StatusLayer, readonly LayerStatusStep[]>>;
  past: PastStatusTotals | null;
}

/** The fold of a page's rows of its open day, as far as they were read. */
export interface DayFold {
  /** Start (ms) of the open day. */
  from: number;
  /** Time (ms) of the last row in it; rows recorded later are not included. */
  to: number;
  /** The latest version of the timeline that is included; -1 = none. */
  sequence: number;
  /** Components that have rows. */
  components: ReadonlyMap<string, ComponentFold>;
}

const emptyFold = (from: number): DayFold => ({ from, to: from - 1, sequence: -1, components: new Map() });

const byComponent = (rows: readonly ComponentChangeRow[]) => Map.groupBy(rows, ({ componentId }) => componentId);

/** Returns true when a row lies within the summed up time, or contradicts an assumption about it. */
function contradicts({ steps, past }: ComponentFold, rows: readonly ComponentChangeRow[]): boolean {
  if (!past) return false;
  return rows.some((row, index) => {
    const isFirst = !steps[row.layer] && rows.findIndex(({ layer }) => layer === row.layer) === index;
    return row.at < past.until || (isFirst && row.from !== past.assumed[row.layer]);
  });
}

function addToComponent(known: ComponentFold | undefined, rows: readonly ComponentChangeRow[]): ComponentFold {
  const steps = { ...known?.steps };
  for (const layer of statusLayers) {
    const own = rows.filter((row) => row.layer === layer);
    if (own.length > 0) steps[layer] = addLayerSteps(steps[layer] ?? [], own);
  }
  return { steps, past: known?.past ?? null };
}

/** Adds rows that were read later. Returns null when they contradict what is summed up: then all rows are needed. */
export function addRowsToFold(fold: DayFold, rows: readonly ComponentChangeRow[]): DayFold | null {
  const ordered = rows.toSorted(compareBySequence);
  const [first] = ordered;
  if (!first) return fold;
  if (first.sequence <= fold.sequence) return null;
  const components = new Map(fold.components);
  for (const [id, own] of byComponent(ordered)) {
    const known = components.get(id);
    if (known && contradicts(known, own)) return null;
    components.set(id, addToComponent(known, own));
  }
  const to = ordered.reduce((latest, { recordedAt }) => Math.max(latest, recordedAt), fold.to);
  return { ...fold, to, sequence: ordered.at(-1)?.sequence ?? first.sequence, components };
}

/** Folds all rows of the open day that starts at `from`. */
export const dayFoldOf = (from: number, rows: readonly ComponentChangeRow[]): DayFold =>
  addRowsToFold(emptyFold(from), rows) ?? emptyFold(from);

/** The window for which a component's effective status is requested, and the instant from which it counts. */
export interface EffectiveStatusWindow extends TimeSpan {
  current: StatusByLayer;
  startAt: number;
  /** Stretches in which it was not observed. */
  stopped: readonly TimeSpan[];
}

/**
 * Returns true when the fold can answer for this window: not from the middle of the sum, nor with another assumption.
 */
export function canAnswerFromFold(
  { steps, past }: ComponentFold,
  { from, to, current, startAt, stopped }: EffectiveStatusWindow,
): boolean {
  if (!past || startAt >= past.until) return true;
  if (stopped.some((each) => each.from < past.until && each.to > from)) return false;
  const isAssumed = statusLayers.every((layer) => steps[layer] || past.assumed[layer] === current[layer]);
  return isAssumed && startAt <= from && past.segments[0]?.from === from && past.until <= to;
}

/**
 * Returns the effective status over the window, as `effectiveStatusSegments` of all rows would. Sums over whole days and the
 * last segment are equal; the order of the summed up part is lost.
 */
export function statusSegmentsFromFold(fold: ComponentFold | undefined, asked: EffectiveStatusWindow): StatusSegment[] {
  const { from, to, current, startAt, stopped } = asked;
  const counting = { startAt, stopped };
  const stepsOf = (layer: StatusLayer) => fold?.steps[layer] ?? [{ at: beginningOfTime, status: current[layer] }];
  const past = fold?.past;
  if (!past || startAt >= past.until) return segmentsOfSteps(stepsOf, current, { from, to }, counting);
  const segments = past.segments.map((each) => ({ ...each }));
  for (const each of segmentsOfSteps(stepsOf, current, { from: past.until, to }, counting))
    appendSegment(segments, each);
  return segments;
}
