import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type UnwatchedDaysInput, unwatchedDays } from "~/components/rules/unwatched-days";
import { effectiveStatus, statuses } from "~/status/status";
import { dayStart } from "~/time/day";
import { dayMs } from "~/time/durations";
import {
  type ImportedKeeperState,
  importedKeeperState,
  keeperStateBeforeImport,
  keeperStateLayerChanges,
  movedComponentStartDate,
  nextKeeperState,
} from "./moved-component";
import { unwatchedYears } from "./unwatched-years";

const kept = (manualStatus: ImportedKeeperState["manualStatus"] = null): ImportedKeeperState => ({
  keptBy: "manual",
  keptAnswered: true,
  coverage: "operational",
  manualStatus,
});
const unwatched: ImportedKeeperState = {
  keptBy: null,
  keptAnswered: false,
  coverage: "no_data",
  manualStatus: null,
};

const layersOf = ({ coverage, manualStatus }: ImportedKeeperState) =>
  ({ manual: manualStatus, observed: "operational", incident: null, maintenance: null, coverage }) as const;

describe("the standing in which a component comes", () => {
  test.each([
    ["manual", null, kept()],
    ["manual", "operational", kept()],
    ["manual", "major_outage", kept("major_outage")],
    ["manual", "no_data", unwatched],
    ["watched", null, unwatched],
    ["watched", "operational", unwatched],
    ["watched", "major_outage", { ...unwatched, manualStatus: "major_outage" }],
    ["watched", "no_data", unwatched],
  ] as const)("kept by %s, with the status %s", (keptBy, manualStatus, expected) => {
    expect(importedKeeperState({ keptBy, manualStatus })).toEqual(expected);
  });

  test.each(statuses.map((status) => [status]))("a hand-kept %s reads here as it read there", (manualStatus) => {
    expect(effectiveStatus(layersOf(importedKeeperState({ keptBy: "manual", manualStatus })))).toBe(manualStatus);
  });

  test("its timeline leads from its past to it", () => {
    const thing = { keptBy: "manual", manualStatus: "partial_outage" } as const;
    expect(keeperStateLayerChanges("c", keeperStateBeforeImport(thing), importedKeeperState(thing), 5)).toEqual([
      { componentId: "c", layer: "manual", from: null, to: "partial_outage", at: 5 },
    ]);
    const unknown = { keptBy: "manual", manualStatus: "no_data" } as const;
    expect(keeperStateLayerChanges("c", keeperStateBeforeImport(unknown), importedKeeperState(unknown), 5)).toEqual([
      { componentId: "c", layer: "coverage", from: "operational", to: "no_data", at: 5 },
    ]);
    expect(keeperStateLayerChanges("c", keeperStateBeforeImport({ keptBy: "watched" }), unwatched, 5)).toEqual([]);
  });
});

describe("a change", () => {
  const set = (standing: ImportedKeeperState): ImportedKeeperState => ({
    ...standing,
    manualStatus: "major_outage",
  });
  const watchedHere: ImportedKeeperState = { ...unwatched, keptBy: "watched", keptAnswered: true, coverage: null };
  test.each([
    ["down there", "manual", "major_outage", kept(), kept("major_outage")],
    ["well again there", "manual", null, kept("major_outage"), kept()],
    ["the same as here", "manual", "major_outage", kept("major_outage"), null],
    ["unknown there", "manual", "no_data", kept(), unwatched],
    ["known again there", "manual", null, unwatched, kept()],
    ["observed here since", "manual", "major_outage", watchedHere, null],
    ["watched there", "watched", null, kept(), null],
    ["set there over what watches it", "watched", "major_outage", unwatched, set(unwatched)],
    ["set there, and observed here", "watched", "major_outage", watchedHere, set(watchedHere)],
    ["not set there any more", "watched", null, set(watchedHere), watchedHere],
    ["set there as here", "watched", "major_outage", set(watchedHere), null],
    ["set there, and kept by hand here", "watched", "major_outage", kept(), null],
  ] as const)("%s", (_, keptBy, manualStatus, here, expected) => {
    expect(nextKeeperState({ keptBy, manualStatus }, here)).toEqual(expected);
  });
});

const now = Date.UTC(2026, 10, 20, 12);
test.each([
  ["today, when nothing is said", null, true, "Etc/UTC", "2026-11-20"],
  ["the day in the page’s zone", Date.UTC(2025, 2, 1, 20), true, "Pacific/Auckland", "2025-03-02"],
  ["today, when a day to come is said", now + 9 * dayMs, true, "Etc/UTC", "2026-11-20"],
  ["long ago, when people vouch", Date.UTC(2005, 4, 6), true, "Etc/UTC", "2005-05-06"],
  ["ten years ago at most, when it was watched", Date.UTC(2005, 4, 6), false, "Etc/UTC", "2016-01-01"],
  ["no day before 1970", -5 * dayMs, true, "Etc/UTC", "1970-01-01"],
])("the first counted day is %s", (_, countedFromMs, isHandKept, zone, expected) => {
  expect(movedComponentStartDate({ countedFromMs, isHandKept }, zone, now)).toBe(expected);
});

test("days without data, year by year, are those that the form of a component writes", () => {
  const zone = "Europe/Berlin";
  const openDayAt = dayStart(zone, "2026-11-20");
  const starts = fc.array(fc.integer({ min: -700, max: 3 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(starts, (days) => {
      const components = days.map((day, index) => ({
        id: `${index}`,
        startDate: movedComponentStartDate(
          { countedFromMs: now + day * dayMs, isHandKept: false },
          zone,
          now + 9 * dayMs,
        ),
      }));
      const { years, rows } = unwatchedYears(zone, openDayAt, components);
      const packed = rows.map(({ componentId, year, from }) => ({
        componentId,
        year,
        days: Object.fromEntries(Object.entries(years[year] ?? {}).filter(([day]) => day >= from)),
      }));
      const expected = components.flatMap(({ id: componentId, startDate: from }) =>
        unwatchedDays({ componentId, zone, from, openDayAt } satisfies UnwatchedDaysInput),
      );
      expect(packed).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});
