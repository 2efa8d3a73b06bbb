import fc from "fast-check";
import { expect, test } from "vitest";
import { type Impact, impacts, type Status, statuses } from "~/status/status";
import { calmSnapshot, sampleNow, sampleSnapshot } from "../../../tests/support/sample-snapshot";
import { bannerOfStatuses } from "./banner";
import { countDaysWithoutEvents, pageHeadlineOf } from "./field";
import type { Snapshot, SnapshotIncident } from "./snapshot-document";

const model = sampleSnapshot().incidents[0] as SnapshotIncident;
const minute = 60_000;

const incident = (id: string, impact: Impact, change: Partial<SnapshotIncident> = {}): SnapshotIncident => ({
  ...model,
  id,
  title: id,
  impact,
  components: [],
  ...change,
});

const withStatuses = (given: readonly Status[], open: readonly SnapshotIncident[] = []): Snapshot => {
  const calm = calmSnapshot();
  const components = given.map((status, index) => ({ ...calm.components[index % 12], id: `${index}`, status }));
  return { ...calm, components, incidents: [...open], groups: [], banner: bannerOfStatuses(given, []) } as Snapshot;
};

test.each<[string, Status[], Impact[], string]>([
  ["all well", ["operational"], [], "o"],
  ["one of two down", ["major_outage", "operational"], [], "m"],
  ["a partial outage", ["partial_outage", "operational"], [], "p"],
  ["slow, and an incident of major impact", ["degraded_performance"], ["major"], "p"],
  ["maintenance", ["under_maintenance", "operational"], [], "x"],
  ["nothing known of one", ["no_data", "under_maintenance"], [], "n"],
  ["an incident that calls all operational", ["operational"], ["critical"], "m"],
])("the field is of the worst component or open impact: %s", (_, given, open, letter) => {
  const found = pageHeadlineOf(
    withStatuses(
      given,
      open.map((impact, at) => incident(`${at}`, impact)),
    ),
  );
  expect(found.letter).toBe(letter);
});

test("incidents lead by impact, then the newest; announcements never", () => {
  const open = [
    incident("told", "none", { updates: [], startedAt: 9 }),
    incident("small", "minor", { startedAt: 8 }),
    incident("old", "critical", { startedAt: 1 }),
    incident("new", "critical", { startedAt: 2 }),
  ];
  const { lead, rest, announcements } = pageHeadlineOf(withStatuses(["operational"], open));
  const id = (news: typeof lead) => (news?.kind === "incident" ? news.incident.id : null);
  expect([id(lead), ...rest.map(id)]).toEqual(["new", "old", "small"]);
  expect(announcements.map((each) => each.id)).toEqual(["told"]);
});

test("everything down is one word; else the components of the worst state are named", () => {
  expect(pageHeadlineOf(withStatuses(["major_outage", "major_outage"])).state).toMatchObject({ isAll: true });
  const mixed = pageHeadlineOf(withStatuses(["major_outage", "partial_outage", "operational"])).state;
  expect(mixed).toMatchObject({ status: "major_outage", names: ["Website"], isAll: false });
});

test("maintenance under way leads where nothing is worse", () => {
  const running = sampleSnapshot().maintenances.map((each) => ({ ...each, status: "in_progress" as const }));
  const calm = { ...withStatuses(["under_maintenance"]), maintenances: running };
  expect(pageHeadlineOf(calm)).toMatchObject({ letter: "x", lead: { kind: "maintenance" }, rest: [] });
  const worse = { ...withStatuses(["major_outage", "under_maintenance"]), maintenances: running };
  expect(pageHeadlineOf(worse)).toMatchObject({ letter: "m", lead: null, rest: [{ kind: "maintenance" }] });
  expect(pageHeadlineOf({ ...withStatuses(["operational"]), maintenances: running }).letter).toBe("x");
});

test("an incident whose components all work again is neither green nor an alarm", () => {
  const over = incident("over", "none", { components: [{ id: "0", name: "API", status: "operational" }] });
  const { letter, state } = pageHeadlineOf(withStatuses(["operational"], [over]));
  expect([letter, state]).toEqual(["a", { kind: "components", status: "operational", names: ["API"], isAll: false }]);
});

test("never green without knowledge", () => {
  const unmonitored = { ...withStatuses(["operational"]), unmonitored: true as const };
  expect(pageHeadlineOf(unmonitored)).toMatchObject({ letter: "n", state: { kind: "unmonitored" } });
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...statuses)),
      fc.array(fc.constantFrom(...impacts)),
      fc.boolean(),
      (given, open, known) => {
        const shown = withStatuses(
          given,
          open.map((impact, at) => incident(`${at}`, impact)),
        );
        const { letter } = pageHeadlineOf(known ? shown : { ...shown, unmonitored: true });
        const isWell = given.every((each) => each === "operational") && open.every((impact) => impact === "none");
        if (letter === "o") expect(known && isWell).toBe(true);
      },
    ),
  );
});

test("days without incidents are calendar days, no more than the document tells, and none of a day of trouble", () => {
  const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);
  const calm = withStatuses(["operational"]);
  const past = (ago: number) => incident("past", "major", { resolvedAt: sampleNow - ago });
  const after = (ago: number) =>
    countDaysWithoutEvents({ ...calm, recent: { ...calm.recent, incidents: [past(ago)] } }, sampleNow, dayAt);
  expect([after(minute), after(24 * 60 * minute), after(12 * 24 * 60 * minute)]).toEqual([null, 1, 12]);
  const quiet = { ...calm, recent: { incidents: [], maintenances: [] } };
  const clean = { ...quiet, components: calm.components.map((each) => ({ ...each, days: "o".repeat(90) })) };
  expect(countDaysWithoutEvents(clean, sampleNow, dayAt)).toBe(15);
  const fresh = { ...clean, components: clean.components.map((each) => ({ ...each, createdAt: sampleNow })) };
  expect(countDaysWithoutEvents(fresh, sampleNow, dayAt)).toBeNull();
  const bad = { ...clean, components: clean.components.map((each) => ({ ...each, days: `${"o".repeat(89)}m` })) };
  expect(countDaysWithoutEvents(bad, sampleNow, dayAt)).toBeNull();
  expect(countDaysWithoutEvents({ ...clean, incidents: [past(0)] }, sampleNow, dayAt)).toBeNull();
});
