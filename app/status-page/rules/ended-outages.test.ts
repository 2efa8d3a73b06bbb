import { expect, test } from "vitest";
import { minuteMs } from "~/time/durations";
import type { StatusSegment } from "../timeline/rules/timeline";
import { endedOutagesOf } from "./ended-outages";

const day = { from: 1000 * minuteMs, to: 2000 * minuteMs };

const segments = (...parts: [status: StatusSegment["status"], from: number, to: number][]): StatusSegment[] =>
  parts.map(([status, from, to]) => ({ status, from: from * minuteMs, to: to * minuteMs }));

test("troubles of the day that are over have their times; the present one and unknown time do not", () => {
  const told = segments(
    ["operational", 900, 1100],
    ["partial_outage", 1100, 1108],
    ["operational", 1108, 1200],
    ["no_data", 1200, 1210],
    ["under_maintenance", 1210, 1240],
    ["degraded_performance", 1240, 1250],
  );
  expect(endedOutagesOf(told, day, undefined)).toEqual([
    ["p", 1100 * minuteMs, 1108 * minuteMs],
    ["x", 1210 * minuteMs, 1240 * minuteMs],
  ]);
});

test("of a trouble that began the day before, the day's part is told; what ended then is not", () => {
  const told = segments(
    ["major_outage", 900, 950],
    ["operational", 950, 980],
    ["major_outage", 980, 1010],
    ["operational", 1010, 1500],
  );
  expect(endedOutagesOf(told, day, undefined)).toEqual([["m", day.from, 1010 * minuteMs]]);
});

test("segments that may be summed up are left out, and of many the newest are told", () => {
  const flaps = Array.from({ length: 12 }, (_, index) =>
    segments(
      ["partial_outage", 1100 + index * 10, 1105 + index * 10],
      ["operational", 1105 + index * 10, 1110 + index * 10],
    ),
  ).flat();
  const told = endedOutagesOf(flaps, day, undefined);
  expect(told).toHaveLength(10);
  expect(told.at(-1)?.[1]).toBe(1210 * minuteMs);
  expect(endedOutagesOf(flaps, day, 1190 * minuteMs)).toHaveLength(2);
});
