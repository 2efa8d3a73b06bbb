import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type StatusByLayer, statuses, statusRank } from "~/status/status";
import { dayMs } from "~/time/durations";
import {
  type ComponentTableRow,
  componentSortKeys,
  filterComponents,
  lastStatusChange,
  sortComponents,
} from "./component-table";

const layers: StatusByLayer = {
  manual: null,
  observed: "operational",
  incident: null,
  maintenance: null,
  coverage: null,
};
const monitor = { family: "monitor", sourceId: "m", name: "Ping", ruleId: null } as const;
const plain: ComponentTableRow = {
  ...{ id: "a", name: "API", groupId: null, layers, effective: "operational", keptBy: null, manualUntil: null },
  ...{ mutedUntil: null, watcher: null, moreWatchers: 0, uptime: null, changedAt: 0, version: 0 },
};
const row = (over: Partial<ComponentTableRow>): ComponentTableRow => ({ ...plain, ...over });

const groups = [{ id: "shop", name: "Shop" }];
const rows = [
  row({ id: "web", name: "Website", groupId: "shop", watcher: monitor, effective: "major_outage", uptime: 9000 }),
  row({ id: "api", name: "API", keptBy: "manual", uptime: 10_000 }),
  row({ id: "pay", name: "Payments", groupId: "shop", effective: "no_data" }),
];
const ids = (found: readonly ComponentTableRow[]) => found.map(({ id }) => id);

describe("filters of the table", () => {
  test.each([
    [{}, ["web", "api", "pay"]],
    [{ text: "SHOP web" }, ["web"]],
    [{ group: "shop" }, ["web", "pay"]],
    [{ group: "none" }, ["api"]],
    [{ group: "gone" }, []],
    [{ status: "affected" }, ["web", "pay"]],
    [{ status: "no_data" }, ["pay"]],
    [{ status: "green" }, []],
    [{ watch: "watched" }, ["web"]],
    [{ watch: "manual" }, ["api"]],
    [{ watch: "unwatched" }, ["pay"]],
    [{ group: "shop", watch: "unwatched", text: "pay" }, ["pay"]],
  ])("%o", (filter, found) => {
    expect(ids(filterComponents(rows, groups, filter))).toEqual(found);
  });

  test("what nobody monitors is not affected", () => {
    const idle = row({ id: "idle", layers: { ...layers, coverage: "no_data" }, effective: "no_data" });
    expect(ids(filterComponents([idle], groups, { status: "affected" }))).toEqual([]);
    expect(ids(filterComponents([idle], groups, { status: "no_data" }))).toEqual(["idle"]);
  });
});

describe("the order of the table", () => {
  test.each([
    ["order", false, ["web", "api", "pay"]],
    ["name", false, ["api", "pay", "web"]],
    ["name", true, ["web", "pay", "api"]],
    ["status", true, ["web", "pay", "api"]],
    ["status", false, ["api", "pay", "web"]],
    ["uptime", false, ["web", "api", "pay"]],
    ["uptime", true, ["api", "web", "pay"]],
  ] as const)("by %s, descending %s", (key, descending, found) => {
    expect(ids(sortComponents(rows, { key, descending }))).toEqual(found);
  });

  const someRows = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3 }),
      name: fc.constantFrom("API", "api", "Node 2", "Node 10"),
      effective: fc.constantFrom(...statuses),
      uptime: fc.constantFrom(null, 0, 9999, 10_000),
      changedAt: fc.constantFrom(1, 2),
    }),
    { selector: ({ id }) => id, maxLength: 30 },
  );
  const sorts = fc.record({ key: fc.constantFrom(...componentSortKeys), descending: fc.boolean() });

  test("holds the same components, whatever their order was before", () => {
    fc.assert(
      fc.property(someRows, sorts, (drafts, sort) => {
        const all = drafts.map(row);
        const sorted = sortComponents(all, sort);
        expect([...sorted].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
          [...all].sort((a, b) => (a.id < b.id ? -1 : 1)),
        );
        if (sort.key !== "order") expect(sortComponents([...all].reverse(), sort)).toEqual(sorted);
      }),
    );
  });

  test("puts the worst first, and no data about uptime last in both directions", () => {
    fc.assert(
      fc.property(someRows, fc.boolean(), (drafts, descending) => {
        const all = drafts.map(row);
        const ranks = sortComponents(all, { key: "status", descending: true }).map((each) =>
          statusRank(each.effective),
        );
        expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
        const uptimes = sortComponents(all, { key: "uptime", descending }).map(({ uptime }) => uptime);
        const known = uptimes.filter((each) => each !== null);
        expect(uptimes.slice(0, known.length)).toEqual(known);
      }),
    );
  });
});

describe("the last change of a status", () => {
  const builtAt = 100 * dayMs;
  const times = { since: null, observedSince: dayMs, coverageSince: 0, days: "oooooooooo", builtAt };
  test.each([
    ["of today is exact", { since: builtAt - 5 }, builtAt - 5],
    ["after the document counts", { since: builtAt - 5, observedSince: builtAt + 1 }, builtAt + 1],
    ["of a layer is exact", { observedSince: builtAt - 2 * dayMs, days: "ooooooommoo" }, builtAt - 2 * dayMs],
    ["by an incident of a former day is known to the day", { days: "oodoommooo" }, builtAt - 3 * dayMs],
    ["is the layer's where all days are alike", {}, dayMs],
    ["is the layer's where there is no document", { days: "", builtAt: 0 }, dayMs],
  ])("%s", (_, over, at) => {
    expect(lastStatusChange({ ...times, ...over })).toBe(at);
  });
});
