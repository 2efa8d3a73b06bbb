import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AlertOrder,
  alertListCursorText,
  alertPlaceOf,
  alertSortKeys,
  compareAlertPlaces,
  parseAlertListCursor,
  rankedSeverities,
  recoveredAlertRanges,
} from "./alert-order";

const orders = fc.record({ key: fc.constantFrom(...alertSortKeys), descending: fc.boolean() });
const alerts = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^s\d\.[0-9a-f]{3}$/),
    startedAt: fc.integer({ min: 0, max: 5 }),
    state: fc.constantFrom("firing", "resolved"),
    severity: fc.constantFrom(...rankedSeverities),
  }),
  { selector: ({ id }) => id, maxLength: 30 },
);

const sorted = (order: AlertOrder, all: { id: string; startedAt: number; state: string; severity: string | null }[]) =>
  all.map((each) => alertPlaceOf(order, each)).toSorted((one, other) => compareAlertPlaces(order, one, other));

test("turned round, an order has the same alerts from the end on; no two share a place", () => {
  fc.assert(
    fc.property(orders, alerts, (order, all) => {
      const turned = sorted({ ...order, descending: !order.descending }, all);
      expect(sorted(order, all)).toEqual(turned.toReversed());
      const other = (index: number) => compareAlertPlaces(order, turned[index] ?? never, turned[index + 1] ?? never);
      for (let index = 0; index + 1 < turned.length; index++) expect(other(index)).toBeGreaterThan(0);
    }),
  );
});

const never = { rank: -1, startedAt: -1, id: "" };

test("the ranges behind a place hold exactly the recovered alerts behind it", () => {
  fc.assert(
    fc.property(orders, alerts, fc.nat(), (order, all, at) => {
      const recovered = all.filter(({ state }) => state === "resolved");
      const seen = all[at % Math.max(1, all.length)];
      const after = seen ? alertPlaceOf(order, seen) : null;
      const ranges = recoveredAlertRanges(order, after);
      const behind = recovered.filter((each) => {
        const place = alertPlaceOf(order, each);
        return ranges.some(
          ({ severity, ...range }) => severity === each.severity && compareAlertPlaces(order, range, place) < 0,
        );
      });
      const wanted = recovered.filter(
        (each) => !after || compareAlertPlaces(order, after, alertPlaceOf(order, each)) < 0,
      );
      expect(behind).toEqual(wanted);
    }),
  );
});

test.each([
  [{ key: "state", descending: false }, "firing first, the newest of each first", ["b", "a", "d", "c"]],
  [{ key: "started", descending: true }, "the newest first", ["d", "b", "c", "a"]],
  [{ key: "severity", descending: false }, "the most severe first, without severity last", ["c", "d", "a", "b"]],
] as const)("%o lists %s", (order, _, ids) => {
  const of = (id: string, startedAt: number, state: string, severity: string | null) => ({
    id,
    startedAt,
    state,
    severity,
  });
  const all = [
    of("a", 1, "firing", "info"),
    of("b", 3, "firing", null),
    of("c", 2, "resolved", "critical"),
    of("d", 4, "resolved", "warning"),
  ];
  expect(sorted(order, all).map(({ id }) => id)).toEqual(ids);
});

test("a place survives its URL; anything else is none", () => {
  fc.assert(
    fc.property(orders, alerts, (order, all) => {
      for (const place of sorted(order, all)) expect(parseAlertListCursor(alertListCursorText(place))).toEqual(place);
    }),
  );
  for (const text of [undefined, "", "1.2", "x.1.a", "12.1.a", `1.1.${"a".repeat(121)}`])
    expect(parseAlertListCursor(text)).toBeNull();
});
