import fc from "fast-check";
import { expect, test } from "vitest";
import { statuses, statusRank } from "~/status/status";
import { dayOf, dayStart } from "~/time/day";
import { resultOfSteps } from "../../../tests/support/steps";
import { dayFoldOf } from "../timeline/rules/day-fold";
import { snapshotInSteps } from "./snapshot";
import type { ComponentFact, IncidentFact, MaintenanceFact, SnapshotFacts } from "./snapshot-facts";

const now = Date.UTC(2026, 10, 20, 12);
const hour = 3600_000;
const zone = "Europe/Berlin";
const url = "https://status.example.com/acme";

function component(id: string, change: Partial<ComponentFact> = {}): ComponentFact {
  const layers = {
    manualStatus: null,
    manualUntil: null,
    observedStatus: "operational" as const,
    observedSince: 0,
    observedBefore: "operational" as const,
    keptBy: null,
    coverage: "operational" as const,
    coverageSince: 0,
  };
  const looks = {
    groupId: null,
    description: "",
    position: 0,
    startDate: "2026-01-01",
    shownWhen: "always" as const,
    showUptime: true,
  };
  return { id, name: id.toUpperCase(), ...looks, ...layers, createdAt: 0, updatedAt: 0, ...change };
}

function incident(change: Partial<IncidentFact> = {}): IncidentFact {
  const times = { startedAt: now - hour, monitoringAt: null, resolvedAt: null, createdAt: now, updatedAt: now };
  return {
    id: "i",
    title: "Trouble",
    status: "investigating",
    impact: "major",
    impactOverride: null,
    closed: false,
    components: [],
    updates: [],
    ...times,
    ...change,
  };
}

function facts(change: Partial<SnapshotFacts> = {}): SnapshotFacts {
  const looks = {
    language: "en",
    accent: "#1f5f4a",
    visibility: "public",
    historyDays: 90,
    partialWeight: 0.3,
    noindex: false,
  };
  const page = {
    id: "p",
    slug: "acme",
    name: "Acme",
    about: "",
    host: null,
    timeZone: zone,
    ...looks,
    openDayAt: dayStart(zone, "2026-11-20"),
    updatedAt: 0,
  };
  const none = {
    groups: [],
    components: [],
    fold: dayFoldOf(page.openDayAt, []),
    closedDays: [],
    incidents: [],
    maintenances: [],
    corrections: [],
  };
  return { page, wanted: 7, ...none, ...change };
}

const build = (change: Partial<SnapshotFacts>, at = now) => resultOfSteps(snapshotInSteps(facts(change), at, url));

test("an empty page is not red, and not more than it knows", () => {
  const { snapshot, freshUntil } = build({});
  expect(snapshot.banner).toEqual({ indicator: "minor", state: "unknown" });
  expect(snapshot.revision).toBe(7);
  expect(freshUntil).toBe(dayStart(zone, "2026-11-21"));
});

test("90 letters: before its start, packed days, and the open day from its rows", () => {
  const closedDays = [
    { componentId: "a", year: 2026, days: { "11-18": [hour, 0, 0, 0, 0], "11-19": [0, 0, 0, 0, 24 * hour] } },
  ];
  const changes = [
    {
      componentId: "a",
      layer: "observed" as const,
      from: "operational" as const,
      to: "partial_outage" as const,
      at: now - 2 * hour,
      recordedAt: now - 2 * hour,
      sequence: 0,
    },
    {
      componentId: "a",
      layer: "observed" as const,
      from: "partial_outage" as const,
      to: "operational" as const,
      at: now - hour,
      recordedAt: now - hour,
      sequence: 0,
    },
  ];
  const { snapshot } = build({
    components: [component("a", { startDate: "2026-11-16" })],
    closedDays,
    fold: dayFoldOf(dayStart(zone, "2026-11-20"), changes),
  });
  const [shown] = snapshot.components;
  expect(shown?.days).toBe(`${"-".repeat(85)}oomnp`);
  expect(shown?.stories).toEqual({
    "2026-11-18": [hour, 0, 0, 0, 0],
    "2026-11-19": [0, 0, 0, 0, 24 * hour],
    "2026-11-20": [0, hour, 0, 0, 0],
  });
  expect(snapshot.endedOutages).toEqual({ a: [["p", now - 2 * hour, now - hour]] });
  const known = 3 * 24 * hour + 13 * hour;
  expect(shown?.uptime).toBe(Math.floor(((known - hour - 0.3 * hour) / known) * 10_000));
});

test("a component whose observers are silent says what was last known, and since when not", () => {
  const silent = component("a", {
    coverage: null,
    observedStatus: "no_data",
    observedSince: now - hour,
    observedBefore: "degraded_performance",
  });
  const { snapshot } = build({ components: [silent] });
  expect(snapshot.components[0]).toMatchObject({
    status: "no_data",
    lastKnown: { status: "degraded_performance", noDataSince: now - hour },
  });
  expect(snapshot.banner.state).toBe("unknown");
});

test("when the tick stops, what is observed is no data; what a person said stays", () => {
  const both = [
    component("a", { coverage: null }),
    component("b", { coverage: null, manualStatus: "partial_outage" }),
    component("c"),
  ];
  const { snapshot } = build({ components: both });
  expect(snapshot.components.map((each) => each.unobservedStatus)).toEqual([
    "no_data",
    "partial_outage",
    "operational",
  ]);
});

test("fresh until the next scheduled edge, and counted again while something is wrong", () => {
  const work: MaintenanceFact = {
    id: "m",
    title: "Move",
    html: "",
    text: "",
    status: "scheduled",
    startsAt: now + 60_000,
    endsAt: now + hour,
    verifyingAt: null,
    completedAt: null,
    dueAt: now + 60_000,
    createdAt: 0,
    updatedAt: 0,
    components: [],
    updates: [],
  };
  expect(build({ maintenances: [work] }).freshUntil).toBe(now + 60_000);
  expect(build({ maintenances: [{ ...work, status: "cancelled", dueAt: null }] }).freshUntil).toBe(now + 60_000);
  expect(build({ components: [component("a", { observedStatus: "major_outage" })] }).freshUntil).toBe(
    now + 15 * 60_000,
  );
});

test("archived components leave no name behind; incidents name only what is shown", () => {
  const touched = [
    { componentId: "a", status: "major_outage" as const },
    { componentId: "gone", status: "major_outage" as const },
  ];
  const { snapshot } = build({ components: [component("a")], incidents: [incident({ components: touched })] });
  expect(snapshot.incidents[0]?.components).toEqual([{ id: "a", name: "A", status: "major_outage" }]);
});

test("an open incident that gives a status or an impact never stands under a green banner", () => {
  const status = fc.constantFrom(...statuses.slice(2));
  const impact = fc.constantFrom("minor" as const, "major" as const, "critical" as const);
  fc.assert(
    fc.property(fc.boolean(), status, impact, (named, given, override) => {
      const components = named ? [{ componentId: "a", status: given }] : [];
      const one = incident({ components, impactOverride: named ? null : override });
      const { snapshot } = build({ components: [component("a"), component("b")], incidents: [one] });
      expect(snapshot.banner.state).not.toBe("operational");
      if (named)
        expect(statusRank(snapshot.components[0]?.status ?? "operational")).toBeGreaterThanOrEqual(statusRank(given));
    }),
  );
});

test("in every zone and at every hour the last day is today and the days are 90", () => {
  const zones = fc.constantFrom(
    "Pacific/Apia",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Africa/Cairo",
    "Europe/Dublin",
    "America/Santiago",
  );
  fc.assert(
    fc.property(zones, fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2035, 0, 1) }), (timeZone, at) => {
      const page = { ...facts().page, timeZone, openDayAt: dayStart(timeZone, dayOf(timeZone, at)) };
      const { snapshot } = build({ page, components: [component("a", { startDate: "2020-01-01" })] }, at);
      expect(snapshot.days.last).toBe(dayOf(timeZone, at));
      expect(snapshot.components[0]?.days).toBe("o".repeat(90));
      expect(snapshot.components[0]?.uptime).toBe(10_000);
    }),
    { numRuns: 60 },
  );
});

test("a page of which nothing is monitored says so until one of its components is, and that one vouches for no other", () => {
  const nobodys = (id: string, change: Partial<ComponentFact> = {}) =>
    component(id, { coverage: "no_data", startDate: "2026-11-20", ...change });
  const told = (...components: ComponentFact[]) => build({ components }).snapshot;
  expect(told().unmonitored).toBe(true);
  expect(told(nobodys("a"), nobodys("b"))).toMatchObject({ unmonitored: true, banner: { state: "unknown" } });
  const half = told(component("a", { coverage: null }), nobodys("b"));
  expect(half.unmonitored).toBeUndefined();
  expect(half.banner).toEqual({ indicator: "none", state: "operational_monitored" });
  expect(half.components[1]).toMatchObject({ status: "no_data", unmonitored: true, uptime: null });
  expect(half.components[1]?.days).toMatch(/^-+n$/);
  const known = told(component("a"), nobodys("b", { manualStatus: "operational" }));
  expect(known.banner.state).toBe("operational");
  expect(told(component("a"), nobodys("b", { observedStatus: "major_outage" })).components[1]).not.toHaveProperty(
    "unmonitored",
  );
});
