import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { statusLayers as layerNames, statuses } from "~/status/status";
import { daysBetween } from "~/time/day";
import { operationalLayers } from "../../../../tests/support/layers";
import { packClosedDays } from "../../rules/packed-days";
import { addUptimeParts, type UptimeParts, zeroUptimeParts } from "./uptime";
import { parseUptimeRange } from "./uptime-range";
import { sumUptimeOfDays } from "./uptime-sum";

const hour = 3600_000;
const zone = "Europe/Berlin";
/** Twelve days that include the end of summer time. */
const from = Date.parse("2026-10-18T22:00:00Z");
const to = Date.parse("2026-10-30T23:00:00Z");
const days = daysBetween(zone, from, to);

const change = fc
  .record({
    layer: fc.constantFrom(...layerNames),
    from: fc.constantFrom(...statuses),
    to: fc.constantFrom(...statuses),
    at: fc.integer({ min: from, max: to - 1 }),
    late: fc.integer({ min: 0, max: 30 * hour }),
  })
  .map(({ late, ...each }) => ({ ...each, componentId: "c", recordedAt: Math.min(to, each.at + late), sequence: 0 }));

const story = fc.record({
  changes: fc.array(change, { maxLength: 12 }),
  now: fc.integer({ min: from + hour, max: to }),
  started: fc.integer({ min: 0, max: days.length - 1 }),
  cut: fc.integer({ min: 0, max: days.length }),
});

const total = (parts: UptimeParts) => parts.reduce((sum, part) => sum + part, 0);

/** Packs every day before `openDayAt`, as a tick would, from complete rows. */
function packed(
  changes: Parameters<typeof packClosedDays>[1],
  openDayAt: number,
  startDate: string,
): Map<string, UptimeParts> {
  const found = packClosedDays(zone, changes, operationalLayers, { from, to: openDayAt }, startDate);
  return new Map(
    found.flatMap(({ year, day, parts }) =>
      parts ? [[`${year}-${day}`, parts as unknown as UptimeParts] as const] : [],
    ),
  );
}

describe("summing days", () => {
  test("parts never exceed the span; two ranges that meet add up to the whole; packing changes nothing", () => {
    fc.assert(
      fc.property(story, ({ changes, now, started, cut }) => {
        const startDate = days[started]?.date ?? "";
        const facts = {
          openDayAt: from,
          startDate,
          closed: new Map<string, UptimeParts>(),
          changes,
          layers: operationalLayers,
        };
        const whole = sumUptimeOfDays(facts, days, now);
        expect(whole.parts.every((part) => part >= 0)).toBe(true);
        expect(total(whole.parts)).toBeLessThanOrEqual(whole.span);
        expect(whole.span).toBe(Math.max(0, now - (days[started]?.from ?? 0)));
        const [one, other] = [days.slice(0, cut), days.slice(cut)].map((each) => sumUptimeOfDays(facts, each, now));
        const joined = {
          parts: addUptimeParts(one?.parts ?? zeroUptimeParts, other?.parts ?? zeroUptimeParts),
          span: (one?.span ?? 0) + (other?.span ?? 0),
        };
        expect(joined).toEqual(whole);
        const openDayAt = days.findLast((day) => day.from <= now)?.from ?? from;
        const closed = packed(changes, openDayAt, startDate);
        expect(sumUptimeOfDays({ ...facts, openDayAt, closed }, days, now)).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the range that is meant", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  const read = (start?: string, end?: string, since = "2026-01-10") => {
    const found = parseUptimeRange({ start, end }, zone, now, since);
    if (!found.ok) return found.failure.name === "invalid" ? found.failure.fields : found.failure.name;
    const { days: all, from: at, to: until, warnings } = found.value;
    expect(until - at).toBeGreaterThanOrEqual(0);
    return [all[0]?.date, all.at(-1)?.date, all.length, warnings.length];
  };

  test.each([
    [undefined, undefined, ["2026-08-23", "2026-11-20", 90, 0]],
    ["2026-09", "2026-09", ["2026-09-01", "2026-09-30", 30, 0]],
    ["2026-10-25", "2026-10-25", ["2026-10-25", "2026-10-25", 1, 0]],
    [undefined, "2026-05-10", ["2026-02-10", "2026-05-10", 90, 0]],
    [undefined, "2026-02", ["2026-01-10", "2026-02-28", 50, 0]],
    ["2026-05-20", undefined, ["2026-05-20", "2026-11-20", 185, 0]],
    ["2026-11-19T23:30:00Z", "2027", ["2026-11-20", "2026-11-20", 1, 1]],
    ["2025", "2026-03", ["2026-01-10", "2026-03-31", 81, 1]],
    ["2025-01", "2025-02", [undefined, undefined, 0, 1]],
    ["2027-01", "2027-02", [undefined, undefined, 0, 1]],
  ])("%s to %s", (start, end, expected) => expect(read(start, end)).toEqual(expected));

  test.each([
    ["2026-05-19", undefined, "start"],
    ["2026", undefined, "start", "2020-01-01"],
    ["2026-02-30", undefined, "start"],
    ["soon", undefined, "start"],
    ["1969", "1970", "start"],
    [undefined, "2026-13", "end"],
    ["2026-11-02", "2026-11-01", "start"],
  ])("%s to %s is refused", (start, end, field, since = "2026-01-10") =>
    expect(read(start, end, since)).toEqual({ [field]: expect.any(String) }),
  );
});
