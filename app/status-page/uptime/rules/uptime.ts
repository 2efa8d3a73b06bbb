import type { Status } from "~/status/status";
import type { StatusSegment, TimeSpan } from "../../timeline/rules/timeline";

/** Milliseconds of [major, partial, degraded, maintenance, no data]; the rest of the span is operational. */
export type UptimeParts = readonly [
  major: number,
  partial: number,
  degraded: number,
  maintenance: number,
  noData: number,
];

export const zeroUptimeParts: UptimeParts = [0, 0, 0, 0, 0];

/** The statuses of the parts, in their order. */
export const uptimePartStatuses = [
  "major_outage",
  "partial_outage",
  "degraded_performance",
  "under_maintenance",
  "no_data",
] as const satisfies readonly Status[];

const slots = {
  major_outage: 0,
  partial_outage: 1,
  degraded_performance: 2,
  under_maintenance: 3,
  no_data: 4,
} as const satisfies Partial<Record<Status, number>>;

/**
 * Returns how long each status lasted inside the window. Segments do not overlap (timeline.ts). Time that no segment
 * covers is no data, so unknown time never counts as up.
 */
export function tallyUptimeParts(segments: readonly StatusSegment[], window: TimeSpan): UptimeParts {
  const parts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  let covered = 0;
  for (const { from, to, status } of segments) {
    const length = Math.min(to, window.to) - Math.max(from, window.from);
    if (length <= 0) continue;
    covered += length;
    if (status !== "operational") parts[slots[status]] += length;
  }
  parts[slots.no_data] += Math.max(0, window.to - window.from - covered);
  return parts;
}

export const addUptimeParts = (one: UptimeParts, other: UptimeParts): UptimeParts => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
  one[3] + other[3],
  one[4] + other[4],
];

/** Scale of the weights, in millionths, so that rounding down is decided by whole numbers. */
const weightScale = 1_000_000;

interface Ratio {
  up: bigint;
  known: bigint;
}

/** Returns (known − major − weight · partial) and known, both times `weightScale`; null when nothing is known. */
function ratioOf(parts: UptimeParts, span: number, weight: number): Ratio | null {
  const [major, partial, , , noData] = parts;
  const known = Math.round(span - noData);
  if (known <= 0) return null;
  const scale = BigInt(weightScale);
  const lost =
    BigInt(Math.round(major)) * scale + BigInt(Math.round(partial)) * BigInt(Math.round(weight * weightScale));
  const up = BigInt(known) * scale - lost;
  return { up: up < 0n ? 0n : up, known: BigInt(known) * scale };
}

/**
 * Returns the uptime over `span` ms in hundredths of a percent, rounded down; null = no data. Any downtime keeps it
 * below 10000.
 */
export function uptimeHundredths(parts: UptimeParts, span: number, weight: number): number | null {
  const ratio = ratioOf(parts, span, weight);
  return ratio && Number((ratio.up * 10_000n) / ratio.known);
}

/** Returns the same as a ratio of 0 to 1 that is not rounded, so that it can be averaged; null = no data. */
export function exactUptimeRatio(parts: UptimeParts, span: number, weight: number): number | null {
  const ratio = ratioOf(parts, span, weight);
  return ratio && Number(ratio.up) / Number(ratio.known);
}

/**
 * Tolerance, in ms, for the errors of adding floating point numbers; these stay far below a millisecond in a century.
 */
const dustMs = 1e-9;

/**
 * Returns the mean of the group's members that have data (ratios from `exactUptimeRatio`), in hundredths of a percent,
 * rounded down; null when none has. It is 10000 only if each of them is fully up.
 */
export function groupUptimeHundredths(members: readonly (number | null)[]): number | null {
  const known = members.filter((each) => each !== null);
  if (known.length === 0) return null;
  if (known.every((each) => each === 1)) return 10_000;
  const mean = known.reduce((sum, each) => sum + each, 0) / known.length;
  return Math.min(9_999, Math.floor(mean * 10_000 + dustMs));
}

/** Formats hundredths of a percent as "99.98"; the caller adds the sign of its language. */
export const formatUptime = (hundredths: number): string => (hundredths / 100).toFixed(2);
