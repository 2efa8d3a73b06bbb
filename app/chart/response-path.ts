import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { ResultPoint } from "~/monitors/rules/monitor-points";
import { chartBox } from "./chart-box";

/** States that are marked besides the line, worst first; up needs no mark. */
export const chartMarkedStates = ["down", "degraded", "no_data"] as const;
export type ChartMarkedState = (typeof chartMarkedStates)[number];

/** A limit of response times: above the first an answer is slow, after the second it is not waited for. */
export interface ResponseLimit {
  kind: "slow" | "timeout";
  milliseconds: number;
}

export interface ChartDrawing {
  /** Path of the response times; a new `M` after each gap. */
  line: string;
  /** Area between the line and the ground. */
  area: string;
  /** One path for each state that occurs, worst first. */
  bands: { state: ChartMarkedState; d: string }[];
  /** Lines of `marks`, without the ground. */
  grid: string;
  /** Values on the vertical axis without 0, from the bottom up; ms. */
  marks: { milliseconds: number; y: number }[];
  /** Value at the end of the vertical axis; ms. */
  top: number;
  /** Limits with their height; null when it is above the drawing. */
  limits: (ResponseLimit & { y: number | null })[];
  /** Horizontal position of an instant (UTC ms); one decimal. */
  placeOf(at: number): number;
}

/**
 * Height of a band as a share of the drawing, from the ground: a worse state is taller, so that states differ without
 * colour, too.
 */
const heights: Record<ChartMarkedState, number> = { down: 1, degraded: 0.6, no_data: 0.25 };

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Groups neighbours of the same kind. */
function runsOf<T>(all: readonly T[], kind: (one: T) => unknown): T[][] {
  const runs: T[][] = [];
  for (const one of all) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && kind(last[0]) === kind(one)) last.push(one);
    else runs.push([one]);
  }
  return runs;
}

/** Scales up to the slowest answer; a limit is included unless it would press all answers to the ground. */
function scaleOf(points: readonly ResultPoint[], limits: readonly ResponseLimit[]) {
  const slowest = Math.max(10, ...points.map(({ milliseconds }) => milliseconds ?? 0));
  const near = limits.map(({ milliseconds }) => milliseconds).filter((limit) => limit <= slowest * 2.5);
  return scaleLinear([0, Math.max(slowest, ...near)], [chartBox.ground, chartBox.top]).nice(4);
}

type ChartScale = (at: number) => number;

function bandPath(points: readonly ResultPoint[], stepMs: number, place: ChartScale, state: ChartMarkedState): string {
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

/** Returns answers as [x, y], split at missing ones. */
function answersOf(points: readonly ResultPoint[], x: ChartScale, y: (milliseconds: number) => number) {
  return runsOf(points, ({ milliseconds }) => milliseconds === null).flatMap((run) => {
    const answered = run.flatMap(({ at, milliseconds }) => (milliseconds === null ? [] : [[x(at), y(milliseconds)]]));
    return answered.length === 0 ? [] : [answered as [number, number][]];
  });
}

/**
 * Returns the path of the area below the line. It repeats the characters of the line's path, so that it compresses to
 * almost nothing.
 */
function areaUnder(run: readonly [number, number][], path: string): string {
  const [first] = run;
  return run.length < 2 || !first ? "" : `${path}V${chartBox.ground}H${rounded(first[0])}Z`;
}

/**
 * Draws points, oldest first and `stepMs` apart, as paths in `chartBox`. Coordinates have at most one decimal. A point
 * is in the middle of its step, and a band covers the whole step.
 */
export function drawResponsePaths(
  points: readonly ResultPoint[],
  stepMs: number,
  limits: readonly ResponseLimit[] = [],
): ChartDrawing {
  const from = points[0]?.at ?? 0;
  const to = (points.at(-1)?.at ?? 0) + stepMs;
  const across = scaleLinear([from, to], [0, chartBox.width]);
  const up = scaleOf(points, limits);
  const placeOf = (at: number) => rounded(across(at));
  const print = line().digits(1);
  const runs = answersOf(points, (at) => across(at + stepMs / 2), up);
  const paths = runs.map((run) => print(run) ?? "");
  // Without any answer a scale would show values that were not measured.
  const marks = runs.length === 0 ? [] : up.ticks(4).filter((milliseconds) => milliseconds > 0);
  const marked = marks.map((milliseconds) => ({ milliseconds, y: rounded(up(milliseconds)) }));
  const top = up.domain()[1] ?? 0;
  const heightOf = (limit: number) => (marks.length > 0 && limit <= top ? rounded(up(limit)) : null);
  return {
    line: paths.join(""),
    area: runs.map((run, index) => areaUnder(run, paths[index] ?? "")).join(""),
    bands: chartMarkedStates
      .map((state) => ({ state, d: bandPath(points, stepMs, placeOf, state) }))
      .filter(({ d }) => d !== ""),
    grid: marked.map(({ y }) => `M0,${y}H${chartBox.width}`).join(""),
    marks: marked,
    top,
    limits: limits.map((limit) => ({ ...limit, y: heightOf(limit.milliseconds) })),
    placeOf,
  };
}
