import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  effectiveStatus,
  type Status,
  type StatusByLayer,
  statuses,
  statusLayers,
  toCoverageStatus,
} from "~/status/status";
import { effectiveStatusSegments, layerSegments, type StatusChange, statusByLayerAt, type TimeSpan } from "./timeline";

const calm: StatusByLayer = {
  manual: null,
  observed: "operational",
  incident: null,
  maintenance: null,
  coverage: null,
};
const window: TimeSpan = { from: 0, to: 100 };

const observed = (from: Status, to: Status, at: number, recordedAt = at, sequence = 0): StatusChange => ({
  layer: "observed",
  from,
  to,
  at,
  recordedAt,
  sequence,
});

const statusOrNull = fc.option(fc.constantFrom(...statuses));
const change: fc.Arbitrary<StatusChange> = fc
  .record({
    layer: fc.constantFrom(...statusLayers),
    from: statusOrNull,
    to: statusOrNull,
    at: fc.integer({ min: -5, max: 30 }),
    late: fc.integer({ min: 0, max: 10 }),
    sequence: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ late, ...row }) => ({ ...row, recordedAt: row.at + late }));
const changesOf = fc.array(change, { maxLength: 14 });
const currentLayers: fc.Arbitrary<StatusByLayer> = fc.record({
  manual: statusOrNull,
  observed: fc.constantFrom(...statuses),
  incident: statusOrNull,
  maintenance: statusOrNull,
  coverage: fc.constantFrom("operational" as const, "no_data" as const, null),
});

/** The oracle: finds the newest knowledge that reaches back to the instant by looking at every row. */
function wordAt(changes: readonly StatusChange[], current: Status | null, at: number): Status | null {
  const clock = ({ sequence, recordedAt }: StatusChange) => (sequence > 0 ? 0 : recordedAt);
  const known = changes.toSorted(
    (one, other) => one.sequence - other.sequence || clock(one) - clock(other) || one.at - other.at,
  );
  if (known.length === 0) return current;
  return (known.findLast((row) => row.at <= at) ?? { to: known[0]?.from ?? null }).to;
}

function layersByOracle(changes: readonly StatusChange[], current: StatusByLayer, at: number): StatusByLayer {
  const word = (layer: keyof StatusByLayer) =>
    wordAt(
      changes.filter((row) => row.layer === layer),
      current[layer],
      at,
    );
  return {
    manual: word("manual"),
    observed: word("observed") ?? "no_data",
    incident: word("incident"),
    maintenance: word("maintenance"),
    coverage: toCoverageStatus(word("coverage")),
  };
}

describe("one layer", () => {
  it("says what it says now when nothing changed", () => {
    expect(layerSegments([], "degraded_performance", window)).toEqual([{ ...window, status: "degraded_performance" }]);
  });

  it("said the row's `from` before the first row", () => {
    const rows = [observed("degraded_performance", "major_outage", 40)];
    expect(layerSegments(rows, "major_outage", window)).toEqual([
      { from: 0, to: 40, status: "degraded_performance" },
      { from: 40, to: 100, status: "major_outage" },
    ]);
  });

  it("forgets a dismissed episode from its start", () => {
    const rows = [
      observed("operational", "major_outage", 20),
      observed("major_outage", "operational", 50),
      observed("operational", "operational", 20, 70),
    ];
    expect(layerSegments(rows, "operational", window)).toEqual([{ ...window, status: "operational" }]);
  });

  it("is restated by a correction of several rows with one recording time", () => {
    const rows = [
      observed("operational", "major_outage", 20),
      observed("major_outage", "operational", 60),
      observed("major_outage", "operational", 40, 80),
      observed("operational", "partial_outage", 20, 80),
    ];
    expect(layerSegments(rows, "operational", window)).toEqual([
      { from: 0, to: 20, status: "operational" },
      { from: 20, to: 40, status: "partial_outage" },
      { from: 40, to: 100, status: "operational" },
    ]);
  });

  it("keeps the order given where two rows know the same instant at the same time", () => {
    const rows = [observed("operational", "major_outage", 10), observed("major_outage", "partial_outage", 10)];
    expect(layerSegments(rows, "partial_outage", window).at(-1)?.status).toBe("partial_outage");
  });

  it("folds by the order of the commits, whatever the clocks said; older rows come first", () => {
    const rows = [
      observed("operational", "major_outage", 30, 30, 3),
      observed("major_outage", "operational", 90, 90, 2),
      observed("operational", "major_outage", 80, 80, 1),
      observed("operational", "degraded_performance", 10, 95, 0),
    ];
    expect(layerSegments(rows, "major_outage", window)).toEqual([
      { from: 0, to: 10, status: "operational" },
      { from: 10, to: 30, status: "degraded_performance" },
      { from: 30, to: 100, status: "major_outage" },
    ]);
  });

  it("reaches into the window from before it", () => {
    const rows = [observed("operational", "major_outage", -50, 10), observed("major_outage", "operational", 30)];
    expect(layerSegments(rows, "operational", window)[0]).toEqual({ from: 0, to: 30, status: "major_outage" });
  });

  it("agrees with an oracle that looks at every row, and tiles the window", () => {
    fc.assert(
      fc.property(changesOf, statusOrNull, fc.integer({ min: -8, max: 10 }), (changes, current, from) => {
        const rows = changes.map((row): StatusChange => ({ ...row, layer: "manual" }));
        const segments = layerSegments(rows, current, { from, to: 35 });
        for (const { from: start, to, status } of segments) {
          for (let at = start; at < to; at += 1) expect(status).toBe(wordAt(rows, current, at));
        }
        expect([segments[0]?.from, segments.at(-1)?.to]).toEqual([from, 35]);
        expect(segments.slice(1).every((each, index) => each.from === segments[index]?.to)).toBe(true);
      }),
    );
  });
});

describe("the effective status", () => {
  it("hides observed under maintenance and counts it again at its end", () => {
    const rows: StatusChange[] = [
      { layer: "maintenance", from: null, to: "under_maintenance", at: 20, recordedAt: 20, sequence: 0 },
      observed("operational", "major_outage", 30),
      { layer: "maintenance", from: "under_maintenance", to: null, at: 60, recordedAt: 65, sequence: 0 },
    ];
    expect(effectiveStatusSegments(rows, { ...calm, observed: "major_outage" }, window, 0)).toEqual([
      { from: 0, to: 20, status: "operational" },
      { from: 20, to: 60, status: "under_maintenance" },
      { from: 60, to: 100, status: "major_outage" },
    ]);
  });

  it("counts what overlaps once, by the worst", () => {
    const rows: StatusChange[] = [
      observed("operational", "major_outage", 10),
      { layer: "incident", from: null, to: "major_outage", at: 30, recordedAt: 30, sequence: 0 },
      observed("major_outage", "operational", 50),
      { layer: "incident", from: "major_outage", to: null, at: 70, recordedAt: 70, sequence: 0 },
    ];
    expect(effectiveStatusSegments(rows, calm, window, 0)).toEqual([
      { from: 0, to: 10, status: "operational" },
      { from: 10, to: 70, status: "major_outage" },
      { from: 70, to: 100, status: "operational" },
    ]);
  });

  it.each([
    [40, [{ from: 40, to: 100, status: "operational" }]],
    [-10, [{ from: 0, to: 100, status: "operational" }]],
    [100, []],
    [900, []],
  ])("has nothing before the component's start at %d", (startAt, expected) => {
    expect(effectiveStatusSegments([], calm, window, startAt)).toEqual(expected);
  });

  it("is not known where the observed layer has no word", () => {
    const rows: StatusChange[] = [
      { layer: "observed", from: "operational", to: null, at: 50, recordedAt: 50, sequence: 0 },
    ];
    expect(effectiveStatusSegments(rows, calm, window, 0).at(-1)?.status).toBe("no_data");
  });

  it("agrees with the oracle at every instant, tiles its window and never repeats a status", () => {
    fc.assert(
      fc.property(changesOf, currentLayers, fc.integer({ min: -8, max: 34 }), (changes, current, startAt) => {
        const segments = effectiveStatusSegments(changes, current, { from: -6, to: 35 }, startAt);
        for (const { from, to, status } of segments) {
          for (let at = from; at < to; at += 1) {
            const expected = layersByOracle(changes, current, at);
            expect(statusByLayerAt(changes, current, at)).toEqual(expected);
            expect(status).toBe(effectiveStatus(expected));
          }
        }
        expect([segments[0]?.from, segments.at(-1)?.to]).toEqual([Math.max(-6, startAt), 35]);
        for (const [index, each] of segments.slice(1).entries()) {
          expect(each.from).toBe(segments[index]?.to);
          expect(each.status).not.toBe(segments[index]?.status);
        }
      }),
    );
  });

  it("is the same whether the window is asked for at once or in two", () => {
    fc.assert(
      fc.property(changesOf, currentLayers, fc.integer({ min: -5, max: 34 }), (changes, current, middle) => {
        const ask = (from: number, to: number) => effectiveStatusSegments(changes, current, { from, to }, -100);
        const minutes = (from: number, to: number) =>
          ask(from, to).flatMap((each) => Array<Status>(each.to - each.from).fill(each.status));
        expect([...minutes(-6, middle), ...minutes(middle, 35)]).toEqual(minutes(-6, 35));
      }),
    );
  });

  it("is restated from its start by a correction, and untouched before it", () => {
    fc.assert(
      fc.property(changesOf, currentLayers, fc.integer({ min: -5, max: 30 }), (changes, current, start) => {
        const rows = changes.map((row): StatusChange => ({ ...row, layer: "observed" }));
        const dismissed = [...rows, observed("major_outage", "operational", start, 999, 999)];
        const others = { ...current, observed: "operational" as const };
        for (const each of effectiveStatusSegments(dismissed, current, { from: start, to: 35 }, start)) {
          expect(each.status).toBe(effectiveStatus(others));
        }
        if (rows.length === 0) return;
        const early = (given: StatusChange[]) => effectiveStatusSegments(given, current, { from: -6, to: start }, -6);
        expect(early(dismissed)).toEqual(early(rows));
      }),
    );
  });
});
