import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  effectiveStatus,
  type Status,
  type StatusByLayer,
  statuses,
  statusLayers,
  statusWhileUnchecked,
} from "~/status/status";
import { emptyMinuteRing, type MonitorMinute, packMinuteRing } from "~/text/ring";
import { dayStart, nextDayStart } from "~/time/day";
import { operationalLayers } from "../../../../tests/support/layers";
import { packClosedDays } from "../../rules/packed-days";
import { lateReportedSpans, standstillsOf, subtractSpans, unobservedSpansOf } from "./standstill";
import { effectiveStatusSegments, type StatusChange, statusByLayerAt, type TimeSpan } from "./timeline";

const span = (from: number, to: number): TimeSpan => ({ from, to });
const minute = 60_000;
const hour = 60 * minute;

const row = (
  layer: StatusChange["layer"],
  at: number,
  from: Status | null,
  to: Status | null,
  sequence: number,
): StatusChange => ({
  layer,
  from,
  to,
  at,
  recordedAt: at,
  sequence,
});

describe("what a standstill leaves of what layers say", () => {
  const stopped = [span(100, 200)];
  const shown = (changes: StatusChange[], now: StatusByLayer) =>
    effectiveStatusSegments(changes, now, span(0, 300), 0, stopped);

  const outageAroundStop: [number, Status][] = [
    [0, "operational"],
    [50, "major_outage"],
    [100, "no_data"],
    [200, "major_outage"],
    [250, "operational"],
  ];

  test.each<[string, StatusChange[], StatusByLayer, [number, Status][]]>([
    [
      "what is well and observed is no data",
      [],
      operationalLayers,
      [
        [0, "operational"],
        [100, "no_data"],
        [200, "operational"],
      ],
    ],
    ["what people keep stays", [], { ...operationalLayers, coverage: "operational" }, [[0, "operational"]]],
    ["what nobody covers is no data anyway", [], { ...operationalLayers, coverage: "no_data" }, [[0, "no_data"]]],
    [
      "a manual status stays",
      [],
      { ...operationalLayers, manual: "degraded_performance" },
      [[0, "degraded_performance"]],
    ],
    ["a person's well stays", [], { ...operationalLayers, manual: "operational" }, [[0, "operational"]]],
    ["an open incident stays", [], { ...operationalLayers, incident: "partial_outage" }, [[0, "partial_outage"]]],
    ["maintenance stays", [], { ...operationalLayers, maintenance: "under_maintenance" }, [[0, "under_maintenance"]]],
    [
      "an outage of which nobody saw the middle is no data",
      [row("observed", 50, "operational", "major_outage", 1), row("observed", 250, "major_outage", "operational", 2)],
      operationalLayers,
      outageAroundStop,
    ],
    [
      "one that is told to have ended within it stands until then",
      [row("observed", 50, "operational", "major_outage", 1), row("observed", 150, "major_outage", "operational", 2)],
      operationalLayers,
      [
        [0, "operational"],
        [50, "major_outage"],
        [150, "no_data"],
        [200, "operational"],
      ],
    ],
    [
      "a row that repeats the status ends no outage",
      [
        row("observed", 50, "operational", "major_outage", 1),
        row("observed", 150, "major_outage", "major_outage", 2),
        row("observed", 250, "major_outage", "operational", 3),
      ],
      operationalLayers,
      outageAroundStop,
    ],
  ])("%s", (_, changes, now, expected) => {
    expect(shown(changes, now).map(({ from, status }) => [from, status])).toEqual(expected);
  });
});

const anyLayers = fc.record<StatusByLayer>({
  manual: fc.constantFrom(null, ...statuses.filter((each) => each !== "no_data")),
  observed: fc.constantFrom(...statuses),
  incident: fc.constantFrom(null, "partial_outage", "major_outage"),
  maintenance: fc.constantFrom(null, "under_maintenance"),
  coverage: fc.constantFrom(null, "operational", "no_data"),
});
const anyChange = fc.record({
  layer: fc.constantFrom(...statusLayers),
  at: fc.integer({ min: 0, max: 400 }),
  from: fc.constantFrom(...statuses),
  to: fc.constantFrom(...statuses),
});
const anyStops = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 120 })), { maxLength: 3 })
  .map((drafts) => {
    let end = 0;
    return drafts.map(([after, length]) => {
      const from = end + after;
      end = from + length;
      return span(from, end);
    });
  });

/**
 * Law (b): history never claims more about a standstill than the page did, except for outages reported to end within
 * it.
 */
test("in a standstill history says what the page said, outside of it what the layers say", () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 12 }), anyLayers, anyStops, (drafts, now, stopped) => {
      const changes = drafts.map((each, index) => ({ ...each, recordedAt: index, sequence: index + 1 }));
      const segments = effectiveStatusSegments(changes, now, span(-10, 420), -10, stopped);
      const observed = effectiveStatusSegments(
        changes.filter(({ layer }) => layer === "observed"),
        { ...operationalLayers, observed: now.observed },
        span(-10, 420),
        -10,
      );
      for (const { from, to, status } of segments) {
        for (const at of [from, (from + to) / 2, to - 0.5]) {
          const said = statusByLayerAt(changes, now, at);
          const isStopped = stopped.some((each) => each.from <= at && at < each.to);
          const outage = observed.find((each) => each.from <= at && at < each.to);
          const isTold = stopped.some((each) => outage && outage.to > each.from && outage.to < each.to);
          const isOutage = said.observed !== "operational" && said.observed !== "no_data";
          if (!isStopped) expect(status).toBe(effectiveStatus(said));
          else if (status !== statusWhileUnchecked(said))
            expect([isOutage && isTold, status]).toEqual([true, effectiveStatus(said)]);
        }
      }
      expect(segments.reduce((sum, each) => sum + each.to - each.from, 0)).toBe(430);
    }),
    { numRuns: 500 },
  );
});

test("a standstill over a change of clocks and over midnight is in each day as long as it was", () => {
  for (const [zone, date] of [
    ["Europe/Berlin", "2026-10-25"],
    ["Europe/Berlin", "2026-03-29"],
    ["America/New_York", "2026-11-01"],
  ] as const) {
    const from = dayStart(zone, date);
    const next = nextDayStart(zone, from);
    const end = nextDayStart(zone, next);
    const stopped = [span(from + hour, from + 5 * hour), span(next - hour, next + 2 * hour)];
    const days = packClosedDays(zone, [], operationalLayers, span(from, end), "2020-01-01", { stopped });
    expect(days.map(({ parts }) => parts?.[4])).toEqual([5 * hour, 2 * hour]);
  }
});

describe("who looked all the same", () => {
  const ring = (states: MonitorMinute["state"][]) =>
    (emptyMinuteRing + packMinuteRing(states.map((state) => ({ state, milliseconds: null })))).slice(
      -emptyMinuteRing.length,
    );
  const kept = {
    componentId: "a",
    interval: 1,
    isLate: true,
    end: 104,
    minutes: ring(["up", "down", "no_data", "none", "up"]),
  };
  const all = [span(101 * minute, 200 * minute)];

  test("a result counts until the next one is expected, and only where it lies within", () => {
    const found = standstillsOf(all, [kept]);
    expect(unobservedSpansOf(found, "a")).toEqual([span(102 * minute, 104 * minute), span(105 * minute, 200 * minute)]);
    expect(unobservedSpansOf(found, "b")).toEqual(all);
    expect(lateReportedSpans(found, "a")).toEqual([span(104 * minute, 105 * minute)]);
    const seldom = standstillsOf(all, [{ ...kept, interval: 5, isLate: false }]);
    expect(unobservedSpansOf(seldom, "a")).toEqual([span(109 * minute, 200 * minute)]);
    expect(lateReportedSpans(seldom, "a")).toEqual([]);
    expect(unobservedSpansOf(undefined, "a")).toEqual([]);
  });

  test("of spans is left what no other one covers", () => {
    fc.assert(
      fc.property(anyStops, anyStops, fc.integer({ min: 0, max: 600 }), (spans, taken, at) => {
        const covers = (all: readonly TimeSpan[]) => all.some(({ from, to }) => from <= at && at < to);
        expect(covers(subtractSpans(spans, taken))).toBe(covers(spans) && !covers(taken));
      }),
    );
  });
});
