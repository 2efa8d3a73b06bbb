import { expect, test } from "vitest";
import type { Snapshot } from "./snapshot-document";
import { latestUpdateOf } from "./under-way";

type Incident = Snapshot["incidents"][number];
type Maintenance = Snapshot["maintenances"][number];

const said = (...at: number[]) => at.map((shownAt) => ({ shownAt }));
const incident = (more: object) =>
  ({
    title: "Slow",
    status: "identified",
    impact: "minor",
    impactOverride: null,
    startedAt: 10,
    resolvedAt: null,
    updates: said(20, 15),
    ...more,
  }) as Incident;
const maintenance = (more: object) =>
  ({ title: "Disks", status: "in_progress", startsAt: 30, updates: [], ...more }) as unknown as Maintenance;

const calm: [string, Incident[], Maintenance[]][] = [
  ["nothing", [], []],
  ["a resolved incident", [incident({ status: "resolved", resolvedAt: 25 })], []],
  ["an announcement", [incident({ impact: "none" }), incident({ impactOverride: "none" })], []],
  ["maintenance that is planned", [], [maintenance({ status: "scheduled" })]],
  ["maintenance that is done", [], [maintenance({ status: "completed" }), maintenance({ status: "cancelled" })]],
];

test.each(calm)("%s: nothing is under way", (_, incidents, maintenances) => {
  expect(latestUpdateOf({ incidents, maintenances })).toBeNull();
});

test("the newest word of what is open counts; without a word its beginning", () => {
  const both = { incidents: [incident({})], maintenances: [maintenance({})] };
  expect(latestUpdateOf(both)).toEqual({ title: "Disks", status: "in_progress", at: 30 });
  const later = incident({ updates: said(20, 40) });
  expect(latestUpdateOf({ ...both, incidents: [later] })).toEqual({ title: "Slow", status: "identified", at: 40 });
  const verifying = maintenance({ status: "verifying" });
  expect(latestUpdateOf({ incidents: [], maintenances: [verifying] })?.status).toBe("verifying");
  const resolved = incident({ status: "resolved", resolvedAt: 99, updates: said(99) });
  expect(latestUpdateOf({ incidents: [resolved, incident({})], maintenances: [] })?.at).toBe(20);
});
