import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type Status, statuses } from "~/status/status";
import { dayOf, dayStart, daysBetween } from "~/time/day";
import { operationalLayers as layers } from "../../../tests/support/layers";
import { effectiveStatusSegments, type StatusChange } from "../timeline/rules/timeline";
import { addUptimeParts, tallyUptimeParts, type UptimeParts, zeroUptimeParts } from "../uptime/rules/uptime";
import { packClosedDays } from "./packed-days";
import { type OldZoneDays, rezonePackedDays, type TimeZoneChange } from "./rezone";

const hour = 3600_000;
const id = "c";
const change = (at: number, from: Status, to: Status, sequence: number): StatusChange => ({
  layer: "observed",
  from,
  to,
  at,
  recordedAt: at,
  sequence,
});

/** Returns an outage from one instant to another. */
const down = (from: string, to: string): StatusChange[] => [
  change(Date.parse(from), "operational", "major_outage", 1),
  change(Date.parse(to), "major_outage", "operational", 2),
];

function packed(
  zone: string,
  changes: readonly StatusChange[],
  startDate: string,
  openDayAt: number,
): Map<string, UptimeParts> {
  const window = { from: dayStart(zone, startDate), to: openDayAt };
  const rows = changes.map((each) => ({ ...each, componentId: id }));
  const days = packClosedDays(zone, rows, layers, window, startDate);
  return new Map(
    days.flatMap(({ year, day, parts }) => (parts ? [[`${year}-${day}`, parts as unknown as UptimeParts]] : [])),
  );
}

const sumOf = (closed: ReadonlyMap<string, UptimeParts>) =>
  [...closed.values()].reduce(addUptimeParts, zeroUptimeParts);

interface Life {
  changes: StatusChange[];
  startDate: string;
  now: number;
}

const openAt = (zone: string, now: number) => dayStart(zone, dayOf(zone, now));

function moveOf({ now }: Life, from: string, to: string, openDayAt = openAt(from, now)): TimeZoneChange {
  return { from, to, openDayAt, toldFrom: Number.NEGATIVE_INFINITY, opensNext: openAt(to, Math.max(now, openDayAt)) };
}

const daysOf = (life: Life, zone: string): OldZoneDays => ({
  startDate: life.startDate,
  createdAt: dayStart(zone, life.startDate),
  closed: packed(zone, life.changes, life.startDate, openAt(zone, life.now)),
  changes: life.changes,
  layers,
  stopped: [],
});

const outage: Life = {
  changes: down("2026-11-10T03:00:00Z", "2026-11-11T12:00:00Z"),
  startDate: "2026-10-01",
  now: Date.parse("2026-11-14T09:30:00Z"),
};

describe("an outage of 33 hours is one of 33 hours in every zone", () => {
  it.each([
    "Pacific/Kiritimati",
    "America/Los_Angeles",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Pago_Pago",
    "Etc/UTC",
  ])("%s", (to) => {
    for (const toldFrom of [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]) {
      const days = daysOf(outage, "Etc/UTC");
      const { closed } = rezonePackedDays(days, { ...moveOf(outage, "Etc/UTC", to), toldFrom });
      expect(sumOf(closed)[0]).toBe(33 * hour);
    }
  });
});

test("what the rows tell stands on its own day; what they do not stays on the date with most of it", () => {
  const change = moveOf(outage, "Etc/UTC", "Pacific/Kiritimati");
  const days = daysOf(outage, "Etc/UTC");
  const major = (closed: Map<string, UptimeParts>) =>
    [...closed].sort().flatMap(([date, parts]) => (parts[0] ? [[date, parts[0] / hour]] : []));
  expect(major(rezonePackedDays(days, change).closed)).toEqual([
    ["2026-11-10", 7],
    ["2026-11-11", 24],
    ["2026-11-12", 2],
  ]);
  const restated = { ...days, closed: new Map([["2026-11-05", [3 * hour, 0, 0, 0, 0] as const]]) };
  expect(major(rezonePackedDays(restated, change).closed)).toEqual([["2026-11-06", 3]]);
});

test("days from before the layer coverage are read without it", () => {
  const covered: StatusChange = {
    ...change(Date.parse("2026-11-13T00:00:00Z"), "no_data", "operational", 3),
    layer: "coverage",
  };
  const days = daysOf(outage, "Etc/UTC");
  const told = {
    ...days,
    changes: [...days.changes, covered],
    layers: { ...layers, coverage: "operational" as const },
  };
  const { closed } = rezonePackedDays(told, moveOf(outage, "Etc/UTC", "Pacific/Kiritimati"));
  expect([...closed.values()].map(([major, , , , noData]) => [major / hour, noData / hour])).toEqual([
    [0, 14],
    [7, 0],
    [24, 0],
    [2, 0],
  ]);
});

test("the date of the start moves back where the component's making would fall before it, and gains no data else", () => {
  const life: Life = { changes: [], startDate: "2026-11-01", now: Date.parse("2026-11-12T09:30:00Z") };
  const made = { ...daysOf(life, "Etc/UTC"), createdAt: Date.parse("2026-11-01T03:00:00Z") };
  const west = rezonePackedDays(made, moveOf(life, "Etc/UTC", "America/Los_Angeles"));
  expect(west.startDate).toBe("2026-10-31");
  expect([...west.closed]).toEqual([["2026-10-31", [0, 0, 0, 0, 17 * hour]]]);
  const later = { ...made, createdAt: Date.parse("2026-11-01T18:00:00Z") };
  expect(rezonePackedDays(later, moveOf(life, "Etc/UTC", "America/Los_Angeles")).startDate).toBe("2026-11-01");
  const east = rezonePackedDays(made, moveOf(life, "Etc/UTC", "Pacific/Kiritimati"));
  expect(east).toEqual({ startDate: "2026-11-01", closed: new Map([["2026-11-01", [0, 0, 0, 0, 14 * hour]]]) });
});

const zones = "Etc/UTC Pacific/Kiritimati America/Los_Angeles Asia/Kathmandu Europe/Berlin Asia/Kolkata".split(" ");
const begin = Date.parse("2026-10-10T00:00:00Z");
const lives = fc
  .record({
    steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 60 * 60 }), fc.constantFrom(...statuses)), { maxLength: 12 }),
    now: fc.integer({ min: 24 * 60, max: 40 * 24 * 60 }),
  })
  .map(({ steps, now }): Life => {
    let [at, status]: [number, Status] = [begin, "operational"];
    const changes = steps.flatMap(([minutes, next], index) => {
      at += minutes * 60_000;
      const own = change(at, status, next, index + 1);
      status = next;
      return own.at < begin + now * 60_000 ? [own] : [];
    });
    return { changes, startDate: "2026-10-10", now: begin + now * 60_000 };
  });

test("days that rows tell are those that the new zone would have packed", () => {
  fc.assert(
    fc.property(lives, fc.constantFrom(...zones), fc.constantFrom(...zones), (life, from, to) => {
      const days = daysOf(life, from);
      const { startDate, closed } = rezonePackedDays(days, moveOf(life, from, to));
      const startAt = dayStart(from, life.startDate);
      const current = { ...layers, observed: life.changes.at(-1)?.to ?? "operational" };
      const told = effectiveStatusSegments(life.changes, current, { from: startAt, to: life.now }, startAt);
      const first = Math.max(startAt, dayStart(to, startDate));
      const whole = daysBetween(to, first, openAt(to, life.now)).filter((day) => day.from >= first);
      const expected = whole.map((day) => [day.date, ...tallyUptimeParts(told, day)]);
      expect(whole.map(({ date }) => [date, ...(closed.get(date) ?? zeroUptimeParts)])).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

test("packed days of which no rows are left keep their sums, however often the zone changes", () => {
  fc.assert(
    fc.property(lives, fc.array(fc.constantFrom(...zones), { minLength: 1, maxLength: 4 }), (life, path) => {
      let zone = "Etc/UTC";
      let days: OldZoneDays = { ...daysOf(life, zone), changes: [] };
      const known = sumOf(days.closed).slice(0, 4);
      let openDayAt = openAt(zone, life.now);
      // Every day is over at that time, so nothing is left open.
      const later = { ...life, now: life.now + 30 * 24 * hour };
      for (const to of path) {
        const move = { ...moveOf(later, zone, to, openDayAt), toldFrom: Number.POSITIVE_INFINITY };
        days = { ...days, ...rezonePackedDays(days, move) };
        [zone, openDayAt] = [to, move.opensNext];
      }
      expect(sumOf(days.closed).slice(0, 4)).toEqual(known);
    }),
    { numRuns: 100 },
  );
});
