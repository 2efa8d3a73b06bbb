import type { MonitorResponseTimes, ResponseTimes } from "~/components/response-times";
import type { ResultPoint } from "~/monitors/rules/monitor-points";
import { sampleNow } from "./sample-snapshot";

const minute = 60_000;

/** Returns a reproducible latency: a busy afternoon above a calm night, without repetition. */
const latency = (index: number): number =>
  Math.round(140 + 60 * Math.sin(index / 40) + 25 * Math.sin(index * 1.7) + (index % 37 === 0 ? 90 : 0));

function stateAt(index: number, count: number): ResultPoint["state"] {
  const part = index / count;
  if (part >= 0.2 && part < 0.24) return "no_data";
  if (part >= 0.55 && part < 0.58) return "degraded";
  if (part >= 0.58 && part < 0.6) return "down";
  return "up";
}

/** Returns a day of checks with an outage, slow answers before it, and an hour without data. */
export function samplePoints(count = 288, stepMs = 5 * minute, now = sampleNow): ResultPoint[] {
  const first = Math.floor(now / stepMs) - count + 1;
  return Array.from({ length: count }, (_, index) => {
    const state = stateAt(index, count);
    const milliseconds = { up: latency(index), degraded: latency(index) + 400, down: null, no_data: null, none: null };
    return { at: (first + index) * stepMs, state, milliseconds: milliseconds[state] };
  });
}

const calm = (points: readonly ResultPoint[]): ResultPoint[] =>
  points.map(({ at }, index) => ({ at, state: "up", milliseconds: 20 + (latency(index) % 13) }));

/** Returns so many monitors, the first with trouble, the others calm; two more are not drawn. */
export function sampleTimes(count = 2): ResponseTimes {
  const monitors = Array.from({ length: count }, (_, index): MonitorResponseTimes => {
    const points = samplePoints();
    return {
      id: `monitor-${index}`,
      name: ["Website", "API from outside", "Port 5432"][index] ?? `Monitor ${index}`,
      points: index === 0 ? points : calm(points),
      stepMs: 5 * minute,
      degradedAboveMs: null,
      timeoutMs: 10_000,
    };
  });
  return { monitors, more: 2, from: "weur" };
}
