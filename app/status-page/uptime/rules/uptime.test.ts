import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statuses } from "~/status/status";
import { effectiveStatusSegments, type StatusChange, type StatusSegment } from "../../timeline/rules/timeline";
import {
  addUptimeParts,
  exactUptimeRatio,
  formatUptime,
  groupUptimeHundredths,
  tallyUptimeParts,
  type UptimeParts,
  uptimeHundredths,
  zeroUptimeParts,
} from "./uptime";

const day = 86_400_000;
const quarter = 90 * day;

/** Segments that tile [0, to) without gaps. */
const tiling: fc.Arbitrary<StatusSegment[]> = fc
  .array(fc.record({ length: fc.integer({ min: 1, max: day }), status: fc.constantFrom(...statuses) }), {
    minLength: 1,
  })
  .map((pieces) => {
    let from = 0;
    return pieces.map(({ length, status }) => {
      const segment = { from, to: from + length, status };
      from += length;
      return segment;
    });
  });

const endOf = (segments: StatusSegment[]) => segments.at(-1)?.to ?? 0;
const sumOf = (parts: UptimeParts) => parts.reduce((sum, part) => sum + part, 0);

/** Parts inside a span: five cuts of the line, the sixth piece is operational. */
const partsInSpan = fc
  .tuple(
    fc.integer({ min: 1, max: quarter }),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }),
  )
  .map(([span, cuts]) => {
    const edges = cuts.map((cut) => Math.floor(cut * span)).sort((one, other) => one - other);
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = edges;
    return { span, parts: [a, b - a, c - b, d - c, e - d] satisfies UptimeParts };
  });
const weights = fc.constantFrom(0, 0.1, 0.3, 0.5, 1);

describe("tally", () => {
  it("adds up by status inside the window only", () => {
    const segments: StatusSegment[] = [
      { from: 0, to: 100, status: "major_outage" },
      { from: 100, to: 130, status: "operational" },
      { from: 130, to: 140, status: "partial_outage" },
      { from: 140, to: 160, status: "degraded_performance" },
      { from: 160, to: 165, status: "under_maintenance" },
      { from: 165, to: 200, status: "no_data" },
    ];
    expect(tallyUptimeParts(segments, { from: 90, to: 170 })).toEqual([10, 10, 20, 5, 5]);
  });

  it("calls time that nothing covers no data", () => {
    expect(tallyUptimeParts([], { from: 0, to: 60 })).toEqual([0, 0, 0, 0, 60]);
    expect(tallyUptimeParts([{ from: 20, to: 60, status: "operational" }], { from: 0, to: 60 })).toEqual([
      0, 0, 0, 0, 20,
    ]);
    expect(tallyUptimeParts([], { from: 60, to: 60 })).toEqual(zeroUptimeParts);
  });

  it("has parts that sum to the window with what is operational", () => {
    fc.assert(
      fc.property(tiling, (segments) => {
        const up = segments.filter((each) => each.status === "operational");
        const operational = up.reduce((sum, each) => sum + each.to - each.from, 0);
        expect(sumOf(tallyUptimeParts(segments, { from: 0, to: endOf(segments) })) + operational).toBe(endOf(segments));
      }),
    );
  });

  it("agrees when windows are split and joined", () => {
    fc.assert(
      fc.property(tiling, fc.double({ min: 0, max: 1, noNaN: true }), (segments, share) => {
        const to = endOf(segments);
        const middle = Math.floor(to * share);
        const halves = addUptimeParts(
          tallyUptimeParts(segments, { from: 0, to: middle }),
          tallyUptimeParts(segments, { from: middle, to }),
        );
        expect(halves).toEqual(tallyUptimeParts(segments, { from: 0, to }));
      }),
    );
  });

  it("counts overlapping troubles once", () => {
    const row = (layer: StatusChange["layer"], at: number, to: StatusChange["to"]): StatusChange => ({
      layer,
      from: null,
      to,
      at,
      recordedAt: at,
      sequence: 0,
    });
    const changes = [
      row("incident", 10, "major_outage"),
      row("manual", 20, "major_outage"),
      row("incident", 30, null),
      row("manual", 50, null),
    ];
    const calm = { manual: null, observed: "operational", incident: null, maintenance: null, coverage: null } as const;
    const segments = effectiveStatusSegments(changes, calm, { from: 0, to: 100 }, 0);
    expect(tallyUptimeParts(segments, { from: 0, to: 100 })).toEqual([40, 0, 0, 0, 0]);
  });
});

describe("uptime", () => {
  it.each<[string, UptimeParts, number, number, number | null]>([
    ["nothing happened", zeroUptimeParts, quarter, 0.3, 10_000],
    ["a millisecond in 90 days", [1, 0, 0, 0, 0], quarter, 0.3, 9_999],
    ["a partial millisecond in 90 days", [0, 1, 0, 0, 0], quarter, 0.3, 9_999],
    ["a partial outage that weighs nothing", [0, day, 0, 0, 0], quarter, 0, 10_000],
    ["one day of ninety, rounded down from 98.888…", [day, 0, 0, 0, 0], quarter, 0.3, 9_888],
    ["partial outage by its weight", [0, day, 0, 0, 0], 10 * day, 0.3, 9_700],
    ["exactly 99.97 stays 99.97", [3, 0, 0, 0, 0], 10_000, 0.3, 9_997],
    ["degraded and maintenance are up", [0, 0, day, day, 0], 10 * day, 0.3, 10_000],
    ["unknown time is left out", [day, 0, 0, 0, 5 * day], 10 * day, 0.3, 8_000],
    ["nothing is known", [0, 0, 0, 0, day], day, 0.3, null],
    ["no time at all", zeroUptimeParts, 0, 0.3, null],
    ["more trouble than time is none up", [2 * day, 0, 0, 0, 0], day, 0.3, 0],
    ["down all the time", [day, 0, 0, 0, 0], day, 0.3, 0],
  ])("%s", (_, parts, span, weight, expected) => {
    expect(uptimeHundredths(parts, span, weight)).toBe(expected);
  });

  it("is never above the exact ratio, and less than a hundredth below it", () => {
    fc.assert(
      fc.property(partsInSpan, weights, ({ parts, span }, weight) => {
        const rounded = uptimeHundredths(parts, span, weight);
        const exact = exactUptimeRatio(parts, span, weight);
        expect(rounded === null).toBe(exact === null);
        if (rounded === null || exact === null) return;
        expect(rounded).toBeLessThanOrEqual(exact * 10_000 + 1e-6);
        expect(rounded).toBeGreaterThan(exact * 10_000 - 1 - 1e-6);
        expect(exact).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("is never 100 % with any downtime, and always without", () => {
    fc.assert(
      fc.property(partsInSpan, weights, ({ parts, span }, weight) => {
        const rounded = uptimeHundredths(parts, span, weight);
        if (rounded === null) return;
        expect(rounded === 10_000).toBe(parts[0] === 0 && (parts[1] === 0 || weight === 0));
      }),
    );
  });

  it("does not move with unknown time", () => {
    fc.assert(
      fc.property(partsInSpan, weights, fc.integer({ min: 0, max: quarter }), ({ parts, span }, weight, unknown) => {
        const longer = addUptimeParts(parts, [0, 0, 0, 0, unknown]);
        expect(uptimeHundredths(longer, span + unknown, weight)).toBe(uptimeHundredths(parts, span, weight));
      }),
    );
  });
});

describe("a group's uptime", () => {
  it.each<[string, (number | null)[], number | null]>([
    ["the mean of its members", [1, 0.9], 9_500],
    ["members without data are left out", [1, null, 0.9], 9_500],
    ["no member knows", [null, null], null],
    ["no members", [], null],
    ["all up", [1, 1, 1], 10_000],
    ["one nearly up is not up", [1, 1, 1 - 1e-13], 9_999],
    ["a mean that floating point numbers would put below", [0.9012, 0.9012, 0.9012], 9_012],
    ["rounded down", [0.99999, 1], 9_999],
  ])("%s", (_, members, expected) => {
    expect(groupUptimeHundredths(members)).toBe(expected);
  });

  it("of one member is that member's", () => {
    fc.assert(
      fc.property(partsInSpan, weights, ({ parts, span }, weight) => {
        expect(groupUptimeHundredths([exactUptimeRatio(parts, span, weight)])).toBe(
          uptimeHundredths(parts, span, weight),
        );
      }),
    );
  });
});

it.each([
  [10_000, "100.00"],
  [9_998, "99.98"],
  [9_999, "99.99"],
  [5, "0.05"],
  [0, "0.00"],
])("prints %d hundredths as %s", (hundredths, text) => {
  expect(formatUptime(hundredths)).toBe(text);
});
