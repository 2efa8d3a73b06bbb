import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { ResultPoint } from "~/monitors/rules/monitor-points";

/**
 * Units of the drawing. Its width is stretched to that of the page, its height is not: at the usual size of letters a
 * unit is a pixel. Words stand beside it in percent of both, so that no letter is ever stretched.
 */
export const chartBox = { width: 720, height: 192, top: 10, ground: 164 } as const;

/** What is marked besides the line, worst first; up needs no mark. */
export const markedStates = ["down", "degraded", "no_data"] as const;
export type MarkedState = (typeof markedStates)[number];

export interface ChartDrawing {
  /** The response times; a new `M` after each gap. */
  line: string;
  /** Below the line down to the ground. */
  area: string;
  /** One path for each state that there is, worst first. */
  bands: { state: MarkedState; d: string }[];
  /** The lines of `marks`, without the ground. */
  grid: string;
  /** Places of the vertical axis without 0, from below; ms. */
  marks: { milliseconds: number; y: number }[];
  /** Where an answer counts as slow; null where nothing is said or it lies above the drawing. */
  slow: { milliseconds: number; y: number } | null;
  /** Where an instant (UTC ms) lies; one decimal. */
  placeOf(at: number): number;
}

/** The part of the height that a band takes, from the ground: the worse, the taller – told apart without colour too. */
const heights: Record<MarkedState, number> = { down: 1, degraded: 0.6, no_data: 0.25 };

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Neighbours that are alike. */
function runsOf<T>(all: readonly T[], kind: (one: T) => unknown): T[][] {
  const runs: T[][] = [];
  for (const one of all) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && kind(last[0]) === kind(one)) last.push(one);
    else runs.push([one]);
  }
  return runs;
}

/** Up to the slowest answer; the limit counts as long as it does not press all answers to the ground. */
function scaleOf(points: readonly ResultPoint[], limit: number | null) {
  const slowest = Math.max(10, ...points.map(({ milliseconds }) => milliseconds ?? 0));
  const top = limit !== null && limit <= slowest * 2.5 ? Math.max(slowest, limit) : slowest;
  return scaleLinear([0, top], [chartBox.ground, chartBox.top]).nice(4);
}

type Place = (at: number) => number;

function bandPath(points: readonly ResultPoint[], stepMs: number, place: Place, state: MarkedState): string {
  const { top, ground } = chartBox;
  const height = rounded((ground - top) * heights[state]);
  return runsOf(points, (point) => point.state)
    .filter((run) => run[0]?.state === state)
    .map((run) => {
      const [from, to] = [place(run[0]?.at ?? 0), place((run.at(-1)?.at ?? 0) + stepMs)];
      return `M${from},${ground}V${rounded(ground - height)}H${to}V${ground}Z`;
    })
    .join("");
}

/** Answers as [x, y], cut where there was none. */
function answersOf(points: readonly ResultPoint[], x: Place, y: (milliseconds: number) => number) {
  return runsOf(points, ({ milliseconds }) => milliseconds === null).flatMap((run) => {
    const answered = run.flatMap(({ at, milliseconds }) => (milliseconds === null ? [] : [[x(at), y(milliseconds)]]));
    return answered.length === 0 ? [] : [answered as [number, number][]];
  });
}

/** The same letters as the line's: compressed, they cost next to nothing. */
function areaUnder(run: readonly [number, number][], path: string): string {
  const [first] = run;
  return run.length < 2 || !first ? "" : `${path}V${chartBox.ground}H${rounded(first[0])}Z`;
}

/**
 * Points, oldest first and `stepMs` apart, as paths in `chartBox`; no coordinate has more than one decimal. A point stands
 * in the middle of its step, a band takes all of it. `degradedAboveMs`: from where on an answer counts as slow.
 */
export function drawResponses(
  points: readonly ResultPoint[],
  stepMs: number,
  degradedAboveMs: number | null = null,
): ChartDrawing {
  const from = points[0]?.at ?? 0;
  const to = (points.at(-1)?.at ?? 0) + stepMs;
  const across = scaleLinear([from, to], [0, chartBox.width]);
  const up = scaleOf(points, degradedAboveMs);
  const placeOf = (at: number) => rounded(across(at));
  const print = line().digits(1);
  const runs = answersOf(points, (at) => across(at + stepMs / 2), up);
  const paths = runs.map((run) => print(run) ?? "");
  // Where there was no answer a scale would say what nobody measured.
  const marks = runs.length === 0 ? [] : up.ticks(4).filter((milliseconds) => milliseconds > 0);
  const marked = marks.map((milliseconds) => ({ milliseconds, y: rounded(up(milliseconds)) }));
  const within = marks.length > 0 && degradedAboveMs !== null && degradedAboveMs <= (up.domain()[1] ?? 0);
  const slow = within ? degradedAboveMs : null;
  return {
    line: paths.join(""),
    area: runs.map((run, index) => areaUnder(run, paths[index] ?? "")).join(""),
    bands: markedStates
      .map((state) => ({ state, d: bandPath(points, stepMs, placeOf, state) }))
      .filter(({ d }) => d !== ""),
    grid: marked.map(({ y }) => `M0,${y}H${chartBox.width}`).join(""),
    marks: marked,
    slow: slow === null ? null : { milliseconds: slow, y: rounded(up(slow)) },
    placeOf,
  };
}
