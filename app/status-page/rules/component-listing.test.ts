import fc from "fast-check";
import { expect, test } from "vitest";
import { type Status, statuses, statusRank } from "~/status/status";
import { affectedComponentsFirst, isComponentGroupExpanded, isLongComponentList } from "./component-listing";

const well = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `well ${index}`, status: "operational" as Status }));
const idsOf = (components: readonly { id: string; status: Status }[]) =>
  affectedComponentsFirst(components).listed.map(({ id }) => id);

const wrong = (["degraded_performance", "no_data", "major_outage", "under_maintenance", "partial_outage"] as const).map(
  (status) => ({ id: status, status }),
);

test("a long page lists what is wrong first, the worst at the top; a short one lists nothing twice", () => {
  expect(idsOf([...well(20), ...wrong])).toEqual([
    "major_outage",
    "partial_outage",
    "degraded_performance",
    "under_maintenance",
  ]);
  expect(idsOf([...well(15), ...wrong])).toEqual([]);
  expect(affectedComponentsFirst(well(200))).toEqual({ listed: [], more: 0 });
});

test("of many that are equally bad the first ten of the page are listed, and the rest is counted", () => {
  const all = Array.from({ length: 30 }, (_, index) => ({ id: `${index}`, status: "partial_outage" as Status }));
  expect(affectedComponentsFirst(all)).toEqual({ listed: all.slice(0, 10), more: 20 });
});

test("whatever a page has, nothing better stands before anything worse, and nothing is lost", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...statuses), { maxLength: 60 }), (given) => {
      const components = given.map((status, index) => ({ id: `${index}`, status }));
      const { listed, more } = affectedComponentsFirst(components);
      const bad = given.filter((status) => status !== "operational" && status !== "no_data");
      expect(listed.length + more).toBe(isLongComponentList(given.length) ? bad.length : 0);
      const ranks = listed.map(({ status }) => statusRank(status));
      expect(ranks).toEqual([...ranks].sort((one, other) => other - one));
    }),
  );
});

test.each([
  ["unless_affected", "operational", false, false],
  ["unless_affected", "partial_outage", true, true],
  ["unless_affected", "no_data", true, true],
  ["always", "operational", false, false],
  ["always", "major_outage", false, false],
  ["never", "operational", true, false],
  ["never", "under_maintenance", true, true],
] as const)("a group that is collapsed %s and %s is open: %s; on a long page: %s", (collapsed, status, short, long) => {
  const members = [...well(3), { status }];
  const isOpen = (isLong: boolean) => isComponentGroupExpanded({ collapsed }, members, isLong);
  expect([isOpen(false), isOpen(true)]).toEqual([short, long]);
});

test.each([
  ["unless_affected", true],
  ["always", false],
  ["never", true],
] as const)("a group that is collapsed %s with a member that nothing vouches for is open: %s", (collapsed, isOpen) => {
  for (const status of ["no_data", "operational"] as const) {
    const members = [...well(3), { status, unmonitored: true as const }];
    for (const isLong of [false, true]) expect(isComponentGroupExpanded({ collapsed }, members, isLong)).toBe(isOpen);
  }
});
