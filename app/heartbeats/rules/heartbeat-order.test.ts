import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSortedListPlace, type SortedListPlace, sortedListPlaceText } from "~/monitors/rules/list-order";
import {
  type HeartbeatSort,
  heartbeatListPage,
  heartbeatSortKeys,
  heartbeatsWorstFirst,
  type SortableHeartbeat,
} from "./heartbeat-order";

const instant = fc.option(fc.integer({ min: 1, max: 4 }), { nil: null });
const rows = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[a-z]{1,3}$/),
    name: fc.constantFrom("Backup", "backup", "Export", "a.b"),
    state: fc.constantFrom("up", "grace", "down", "paused", "new"),
    lastPingAt: instant,
    deadlineAt: instant,
  }) satisfies fc.Arbitrary<SortableHeartbeat>,
  { selector: ({ id }) => id, maxLength: 20 },
);
const sorts = fc.record({ key: fc.constantFrom(...heartbeatSortKeys), descending: fc.boolean() });

/** Walks all pages by the places that their links carry. */
function walk(all: readonly SortableHeartbeat[], sort: HeartbeatSort, limit: number): string[] {
  const ids: string[] = [];
  for (let after: SortedListPlace | null = null; ; ) {
    const page = heartbeatListPage(all, sort, { after, limit });
    ids.push(...page.rows.map(({ id }) => id));
    if (page.last === null) return ids;
    after = parseSortedListPlace(sortedListPlaceText(page.last, sort), sort);
  }
}

test("pages of any size have each heartbeat once, in the order of the whole list", () => {
  fc.assert(
    fc.property(rows, sorts, fc.integer({ min: 1, max: 5 }), (all, sort, limit) => {
      const whole = heartbeatListPage(all, sort, { after: null, limit: 100 }).rows.map(({ id }) => id);
      expect([...whole].sort()).toEqual(all.map(({ id }) => id).sort());
      expect(walk(all, sort, limit)).toEqual(whole);
      expect(walk(all.toReversed(), sort, limit)).toEqual(whole);
    }),
  );
});

const beat = (id: string, over: Partial<SortableHeartbeat> = {}): SortableHeartbeat => ({
  id,
  name: id,
  state: "up",
  lastPingAt: 1,
  deadlineAt: 9,
  ...over,
});

test.each([
  [heartbeatsWorstFirst, "c b a d e"],
  [{ key: "state", descending: true }, "a d e b c"],
  [{ key: "name", descending: true }, "e d c b a"],
  [{ key: "ping", descending: true }, "e a b c d"],
  [{ key: "ping", descending: false }, "a b c e d"],
  [{ key: "deadline", descending: false }, "a b d e c"],
  [{ key: "deadline", descending: true }, "a b d e c"],
] as const)("%j gives %s", (sort, order) => {
  const all = [
    beat("a"),
    beat("b", { state: "grace" }),
    beat("c", { state: "down", deadlineAt: null }),
    beat("d", { state: "new", lastPingAt: null }),
    beat("e", { lastPingAt: 2 }),
  ];
  const { rows: sorted } = heartbeatListPage(all, sort, { after: null, limit: 9 });
  expect(sorted.map(({ id }) => id).join(" ")).toBe(order);
});
