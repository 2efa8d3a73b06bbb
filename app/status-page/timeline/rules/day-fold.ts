import { type Layer, type Layers, layers } from "~/status/status";
import { addSteps, always, type Step } from "./layer-steps";
import { append, byKnowledge, type Change, type Segment, type Span, segmentsOfSteps } from "./timeline";

type Row = Change & { componentId: string };

/** What came before an instant, as far as a sum over the whole of it tells. */
export interface Past {
  until: number;
  /** How long each status held, in no order of time; only the last one is where it was, as it may go on. */
  segments: readonly Segment[];
  /** What layers without rows were taken to have said. */
  assumed: Layers;
}

/** The rows of one component: the steps of each layer that has any, those before the end of `past` as one. */
export interface ComponentFold {
  steps: Partial<Record<Layer, readonly Step[]>>;
  past: Past | null;
}

/** What the rows of a page's open day come to, as far as they were read. */
export interface DayFold {
  /** Start (ms) of the open day. */
  from: number;
  /** Rows that are recorded later are not in it. */
  to: number;
  /** The latest version of the timeline that is in it; -1 = none. */
  sequence: number;
  /** Only those of which there are rows. */
  components: ReadonlyMap<string, ComponentFold>;
}

const emptyFold = (from: number): DayFold => ({ from, to: from - 1, sequence: -1, components: new Map() });

const byComponent = (rows: readonly Row[]) => Map.groupBy(rows, ({ componentId }) => componentId);

/** A row that reaches into what is summed up, or says of the time before it something else than was assumed. */
function contradicts({ steps, past }: ComponentFold, rows: readonly Row[]): boolean {
  if (!past) return false;
  return rows.some((row, index) => {
    const isFirst = !steps[row.layer] && rows.findIndex(({ layer }) => layer === row.layer) === index;
    return row.at < past.until || (isFirst && row.from !== past.assumed[row.layer]);
  });
}

function addToComponent(known: ComponentFold | undefined, rows: readonly Row[]): ComponentFold {
  const steps = { ...known?.steps };
  for (const layer of layers) {
    const own = rows.filter((row) => row.layer === layer);
    if (own.length > 0) steps[layer] = addSteps(steps[layer] ?? [], own);
  }
  return { steps, past: known?.past ?? null };
}

/** With rows that were read later; null where they say something else of what is summed up: then all rows are needed. */
export function addRows(fold: DayFold, rows: readonly Row[]): DayFold | null {
  const ordered = rows.toSorted(byKnowledge);
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

/** All rows of the open day that begins `from` then. */
export const foldOf = (from: number, rows: readonly Row[]): DayFold =>
  addRows(emptyFold(from), rows) ?? emptyFold(from);

/** Where the effective status of a component is asked for, and from when on it counts. */
export interface Asked extends Span {
  current: Layers;
  startAt: number;
  /** The stretches in which nobody looked at it. */
  stopped: readonly Span[];
}

/** Whether a fold can tell of this window: not from the middle of what is summed up, nor on another assumption. */
export function tells({ steps, past }: ComponentFold, { from, to, current, startAt, stopped }: Asked): boolean {
  if (!past || startAt >= past.until) return true;
  if (stopped.some((each) => each.from < past.until && each.to > from)) return false;
  const isAssumed = layers.every((layer) => steps[layer] || past.assumed[layer] === current[layer]);
  return isAssumed && startAt <= from && past.segments[0]?.from === from && past.until <= to;
}

/**
 * The effective status over the window, as `effectiveSegments` of all rows would say: sums over whole days and the last
 * segment are the same, what is summed up has lost its order.
 */
export function foldedSegments(fold: ComponentFold | undefined, asked: Asked): Segment[] {
  const { from, to, current, startAt, stopped } = asked;
  const counting = { startAt, stopped };
  const stepsOf = (layer: Layer) => fold?.steps[layer] ?? [{ at: always, status: current[layer] }];
  const past = fold?.past;
  if (!past || startAt >= past.until) return segmentsOfSteps(stepsOf, current, { from, to }, counting);
  const segments = past.segments.map((each) => ({ ...each }));
  for (const each of segmentsOfSteps(stepsOf, current, { from: past.until, to }, counting)) append(segments, each);
  return segments;
}
