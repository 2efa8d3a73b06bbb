import { expect, test } from "vitest";
import { maintenanceSeriesGroups, nextOccurrences } from "./series-runs";
import type { SnapshotMaintenance } from "./snapshot-document";

const planned = (id: string, series?: string): SnapshotMaintenance => ({
  id,
  title: id,
  html: "",
  text: "",
  status: "scheduled",
  startsAt: 1,
  endsAt: 2,
  createdAt: 0,
  updatedAt: 0,
  verifyingAt: null,
  completedAt: null,
  components: [],
  updates: [],
  ...(series ? { series: { id: series, repeat: { frequency: "daily", interval: 1, end: { kind: "never" } } } } : {}),
});

test("of each series the next one stands for all, in the order of their starts; what happens once stands alone", () => {
  const runs = maintenanceSeriesGroups([
    planned("a1", "a"),
    planned("once"),
    planned("b1", "b"),
    planned("a2", "a"),
    planned("once too"),
    planned("a3", "a"),
  ]);
  expect(runs.map(({ next, later }) => [next.id, ...later.map(({ id }) => id)])).toEqual([
    ["a1", "a2", "a3"],
    ["once"],
    ["b1"],
    ["once too"],
  ]);
});

test("what is planned of a series behind its next one is left out; what goes on is not its next one", () => {
  const listed = nextOccurrences([
    { ...planned("a0", "a"), status: "in_progress" },
    planned("once"),
    planned("a1", "a"),
    planned("a2", "a"),
    { ...planned("b0", "b"), status: "verifying" },
  ]);
  expect(listed.map(({ id }) => id)).toEqual(["a0", "once", "a1", "b0"]);
});
