import { expect, test } from "vitest";
import { look } from "../../../../tests/support/public-page";
import { sampleNow, sampleSnapshot } from "../../../../tests/support/sample-snapshot";
import type { SnapshotMaintenance } from "../../rules/snapshot-document";
import { chartEventsOf } from "./chart-events-of";

const hour = 3_600_000;
const sample = sampleSnapshot();
const { frame } = look(sample);
const [planned] = sample.maintenances as [SnapshotMaintenance];
const [touched] = planned.components as [SnapshotMaintenance["components"][number]];

const window = { startsAt: sampleNow - 2 * hour, endsAt: sampleNow - hour, completedAt: null };
const withStatus = (status: SnapshotMaintenance["status"]): SnapshotMaintenance => ({ ...planned, ...window, status });

/** Returns the stretches that are marked when the document or the archive has these. */
function marked(ahead: SnapshotMaintenance[], past: SnapshotMaintenance[], componentId = touched.id) {
  const events = { incidents: [], maintenances: past };
  return chartEventsOf(frame, events, { ...sample, maintenances: ahead }, componentId).map(({ from, to }) => [
    from,
    to,
  ]);
}

test("a maintenance that was scheduled and never began explains nothing", () => {
  expect(marked([withStatus("scheduled")], [])).toEqual([]);
  expect(marked([], [withStatus("cancelled")])).toEqual([]);
});

test("one that is in progress or completed is marked, once, on its components alone", () => {
  for (const status of ["in_progress", "verifying"] as const)
    expect(marked([withStatus(status)], [])).toEqual([[window.startsAt, null]]);
  expect(marked([], [withStatus("completed")])).toEqual([[window.startsAt, window.endsAt]]);
  expect(marked([withStatus("in_progress")], [withStatus("completed")])).toEqual([[window.startsAt, null]]);
  expect(marked([withStatus("in_progress")], [], "another")).toEqual([]);
});
