import fc from "fast-check";
import { expect, test } from "vitest";
import { type Status, statuses, worstStatus } from "~/status/status";
import { layerSegments } from "../timeline/rules/timeline";
import { type IncidentStatusHistory, restatedLayerChanges } from "./incident-story";
import { nextTimelineRows } from "./layer-change";
import type { LayerChange } from "./snapshot-facts";

const story = (
  id: string,
  startedAt: number,
  status: Status,
  more: Partial<IncidentStatusHistory> = {},
): IncidentStatusHistory => ({
  id,
  startedAt,
  closed: false,
  resolvedAt: null,
  updates: [],
  components: [{ componentId: "c", status }],
  ...more,
});

/** Returns the layer at an instant after a series of commits. */
const at = (commits: LayerChange[][], instant: number) => {
  const rows = commits.flatMap((changes, index) =>
    nextTimelineRows({ timeline: index, openDayAt: 0, recordedAt: 0 }, 0, changes),
  );
  return layerSegments(rows, null, { from: instant, to: instant + 1 })[0]?.status ?? null;
};

const resolved = (one: IncidentStatusHistory, resolvedAt: number): IncidentStatusHistory => ({
  ...one,
  closed: true,
  resolvedAt,
});

test("opening, joining by a worse one, and withdrawing it restate only what differs", () => {
  const mild = story("mild", 100, "degraded_performance");
  const opening = restatedLayerChanges([], [mild], 150);
  expect(opening).toMatchObject([{ from: null, to: "degraded_performance", at: 100 }]);
  const bad = story("bad", 200, "major_outage");
  const second = restatedLayerChanges([mild], [mild, bad], 200);
  expect(second).toMatchObject([{ from: "degraded_performance", to: "major_outage", at: 200 }]);
  const withdrawn = restatedLayerChanges([mild, bad], [mild], 300);
  expect(withdrawn).toMatchObject([{ to: "degraded_performance", at: 200 }]);
  expect(at([opening, second, withdrawn], 250)).toBe("degraded_performance");
});

test("a resolved incident reopened leaves the gap between", () => {
  const first = story("i", 100, "major_outage");
  const told = (status: string, shownAt: number, from: string, to: string) => ({
    status,
    shownAt,
    changes: [{ componentId: "c", from, to }],
  });
  const over = told("resolved", 200, "major_outage", "operational");
  const back = told("investigating", 300, "operational", "major_outage");
  const rows = [
    restatedLayerChanges([], [first], 100),
    restatedLayerChanges([first], [resolved({ ...first, updates: [over] }, 200)], 200),
    restatedLayerChanges([resolved({ ...first, updates: [over] }, 200)], [{ ...first, updates: [over, back] }], 300),
  ];
  expect([150, 250, 350].map((instant) => at(rows, instant))).toEqual(["major_outage", null, "major_outage"]);
});

test("nothing changes: nothing is said; operational in an incident moves nothing", () => {
  const same = [story("i", 1, "partial_outage")];
  expect(restatedLayerChanges(same, same, 10)).toEqual([]);
  expect(restatedLayerChanges([], [story("i", 1, "operational")], 10)).toEqual([]);
});

const someStory = fc.record({
  startedAt: fc.integer({ min: 1, max: 50 }),
  length: fc.option(fc.integer({ min: 1, max: 50 })),
  status: fc.constantFrom(...statuses.filter((each) => each !== "operational")),
});

test("whatever order incidents come and go in, the layer is the worst of those that are left", () => {
  const script = fc.array(fc.tuple(someStory, fc.boolean()), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(script, (steps) => {
      let known: IncidentStatusHistory[] = [];
      const rows: LayerChange[][] = [];
      for (const [index, [{ startedAt, length, status }, withdrawsFirst]] of steps.entries()) {
        const opened = story(`${index}`, startedAt, status);
        const next = length === null ? opened : resolved(opened, startedAt + length);
        const after = [...(withdrawsFirst ? known.slice(1) : known), next];
        rows.push(restatedLayerChanges(known, after, 200));
        known = after;
      }
      for (let instant = 0; instant < 110; instant++) {
        const open = known.filter((each) => each.startedAt <= instant && instant < (each.resolvedAt ?? 1e9));
        expect(at(rows, instant)).toBe(
          worstStatus(open.flatMap((each) => each.components.map((given) => given.status))),
        );
      }
    }),
    { numRuns: 200 },
  );
});
