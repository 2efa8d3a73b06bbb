import type { ResultPoint } from "~/monitors/rules/monitor-points";

/** A row of the table behind a chart: [from, to) in UTC ms; the known answers, in ms. */
export interface ResponseRow {
  from: number;
  to: number;
  /** The worst state of its points. */
  state: ResultPoint["state"];
  /** True when its points have several states. */
  mixed: boolean;
  mean: number | null;
  slowest: number | null;
}

export const maxResponseRows = 100;

/** Numbers of points in a row, for a table of about thirty rows: hours of a day, quarters of the days of a week. */
const sizes = [1, 2, 3, 4, 6, 8, 12, 24] as const;
const sizeFor = (count: number): number => sizes.find((size) => count / size <= 31) ?? Math.ceil(count / 31);

const worstFirst: readonly ResultPoint["state"][] = ["down", "degraded", "up", "no_data"];

function rowOf(points: readonly ResultPoint[], stepMs: number): ResponseRow {
  const known = points.flatMap(({ milliseconds }) => (milliseconds === null ? [] : [milliseconds]));
  const sum = known.reduce((total, each) => total + each, 0);
  return {
    from: points[0]?.at ?? 0,
    to: (points.at(-1)?.at ?? 0) + stepMs,
    state: worstFirst.find((state) => points.some((point) => point.state === state)) ?? "none",
    mixed: points.some(({ state }) => state !== points[0]?.state),
    mean: known.length === 0 ? null : Math.round(sum / known.length),
    slowest: known.length === 0 ? null : Math.max(...known),
  };
}

function split(points: readonly ResultPoint[], together: (one: ResultPoint, next: ResultPoint) => boolean) {
  const parts: ResultPoint[][] = [];
  for (const point of points) {
    const last = parts.at(-1);
    const before = last?.at(-1);
    if (last && before && together(before, point)) last.push(point);
    else parts.push([point]);
  }
  return parts;
}

const isSilent = ({ state, milliseconds }: ResultPoint) =>
  milliseconds === null && (state === "none" || state === "no_data");

/**
 * Returns points, oldest first and `stepMs` apart, as at most 100 rows, newest first. A row ends when the state changes
 * and at each larger unit of time; a long period without data is one row. If states change too often for that, each
 * unit of time is one row.
 */
export function responseRowsOf(points: readonly ResultPoint[], stepMs: number): ResponseRow[] {
  const part = sizeFor(points.length) * stepMs;
  const partOf = ({ at }: ResultPoint) => Math.floor(at / part);
  const fine = split(
    points,
    (one, next) => one.state === next.state && (isSilent(next) || partOf(one) === partOf(next)),
  );
  const parts = fine.length <= maxResponseRows ? fine : split(points, (one, next) => partOf(one) === partOf(next));
  return parts.map((each) => rowOf(each, stepMs)).toReversed();
}

export interface ResponseTimeSummary {
  /** ms; null = no answer is known. */
  median: number | null;
  slowest: number | null;
  /** Points with an outage, and points with data. */
  down: number;
  known: number;
}

export function responseTimeSummaryOf(points: readonly ResultPoint[]): ResponseTimeSummary {
  const times = points
    .flatMap(({ milliseconds }) => (milliseconds === null ? [] : [milliseconds]))
    .sort((a, b) => a - b);
  const known = points.filter(({ state }) => state === "up" || state === "degraded" || state === "down");
  return {
    median: times[Math.floor((times.length - 1) / 2)] ?? null,
    slowest: times.at(-1) ?? null,
    down: known.filter(({ state }) => state === "down").length,
    known: known.length,
  };
}

export interface LatestResponse {
  /** Newest answer of the last points, in ms; null = the last checks had no answer. */
  newest: number | null;
  /** Time within which 95 of 100 checks answered, in ms; null = no answer is known. */
  most: number | null;
}

/** Number of last points that are considered: the last one may have started a moment ago. */
const latestPoints = 2;

export function latestResponseOf(points: readonly ResultPoint[]): LatestResponse {
  const answered = (given: readonly ResultPoint[]) =>
    given.flatMap(({ milliseconds }) => (milliseconds === null ? [] : [milliseconds]));
  const times = answered(points).sort((a, b) => a - b);
  return {
    newest: answered(points.slice(-latestPoints)).at(-1) ?? null,
    most: times[Math.ceil(times.length * 0.95) - 1] ?? null,
  };
}
