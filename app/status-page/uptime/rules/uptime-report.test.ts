import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { statusLayers as layerNames, statuses } from "~/status/status";
import { dayOf, daysBetween } from "~/time/day";
import { type ReportRange, reportRange } from "~/time/report-range";
import { operationalLayers } from "../../../../tests/support/layers";
import { packClosedDays } from "../../rules/packed-days";
import { addUptimeParts, type UptimeParts, uptimeHundredths, zeroUptimeParts } from "./uptime";
import { openDayOf, sumUptimeRange, type UptimeReportFacts, uptimeReportDays } from "./uptime-report";
import { factsInWholeSeconds, floorSecond, rangeInWholeSeconds } from "./whole-seconds";

const hour = 3600_000;

/** Fortnights that contain a change of clocks; Cairo skips a midnight. */
const fortnights = [
  ["Europe/Berlin", "2026-10-18"],
  ["America/New_York", "2026-03-01"],
  ["Africa/Cairo", "2026-04-17"],
].map(([zone = "", first = ""]) => {
  const from = Date.parse(`${first}T12:00:00Z`);
  const days = daysBetween(zone, from, from + 13 * 24 * hour);
  return { zone, days, from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 };
});

const length = 13 * 24 * hour;
const change = fc.record({
  layer: fc.constantFrom(...layerNames),
  from: fc.constantFrom(...statuses),
  to: fc.constantFrom(...statuses),
  at: fc.integer({ min: 0, max: length - 1 }),
  late: fc.integer({ min: 0, max: 30 * hour }),
});

const story = fc.record({
  fortnight: fc.constantFrom(...fortnights),
  changes: fc.array(change, { maxLength: 12 }),
  passed: fc.integer({ min: hour, max: length }),
  started: fc.integer({ min: 0, max: 13 }),
  ends: fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)),
  weight: fc.constantFrom(0, 0.3, 1),
});

const total = (parts: UptimeParts) => parts.reduce((sum, part) => sum + part, 0);

function factsOf({ fortnight: { zone, days, from, to }, changes, passed, started }: Story) {
  const now = from + passed;
  const startDate = days[started]?.date ?? "";
  const rows = changes.map(({ late, at, ...each }) => {
    return { ...each, componentId: "c", at: from + at, recordedAt: Math.min(to, from + at + late), sequence: 0 };
  });
  const openDayAt = days.findLast((day) => day.from <= now)?.from ?? from;
  const closed = new Map(
    packClosedDays(zone, rows, operationalLayers, { from, to: openDayAt }, startDate).flatMap(({ year, day, parts }) =>
      parts ? [[`${year}-${day}`, parts as unknown as UptimeParts] as const] : [],
    ),
  );
  const open = (at: number) => ({ openDayAt: at, open: openDayOf(zone, at) });
  const facts: UptimeReportFacts = {
    zone,
    ...open(from),
    startDate,
    closed: new Map(),
    changes: rows,
    layers: operationalLayers,
  };
  return { now, facts, packed: { ...facts, ...open(openDayAt), closed } };
}

type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

/** Up to three ends make two adjacent ranges, and the one over both. */
function rangesOf({ fortnight: { zone, days }, ends }: Story, now: number): ReportRange[] {
  const past = days.filter((day) => day.from <= now).map((day) => day.date);
  const [one = 0, two = 0, three = 0] = ends.map((each) => each % past.length).sort((a, b) => a - b);
  const range = (first: number, last: number) => {
    const asked = { from: past[first] ?? null, to: past[last] ?? null };
    const answer = reportRange(asked, { zone, now, since: "1990-01-01" });
    return answer.ok ? [answer.range] : [];
  };
  if (two === three) return [...range(one, three), ...range(one, three)];
  return [...range(one, three), ...range(one, two), ...range(two + 1, three)];
}

describe("the sums of a report", () => {
  test("fill the range; ranges that meet add up; days add up; packing changes nothing; no 100 % with downtime", () => {
    fc.assert(
      fc.property(story, (given) => {
        const { now, facts, packed } = factsOf(given);
        const [whole, ...parts] = rangesOf(given, now);
        if (!whole) throw new Error("the range is whole days up to now");
        const sum = sumUptimeRange(facts, whole, now);
        expect(sum.span).toBe(whole.end - whole.start);
        expect(total(sum.parts)).toBeLessThanOrEqual(sum.span);
        expect(sumUptimeRange(packed, whole, now)).toEqual(sum);
        const pieces = parts.map((each) => sumUptimeRange(packed, each, now));
        expect(pieces.map((each) => each.parts).reduce(addUptimeParts, zeroUptimeParts)).toEqual(sum.parts);
        expect(pieces.reduce((all, { span }) => all + span, 0)).toBe(sum.span);
        const days = uptimeReportDays(packed, daysBetween(given.fortnight.zone, whole.start, whole.end), now);
        expect(days.map((each) => each.parts).reduce(addUptimeParts, zeroUptimeParts)).toEqual(sum.parts);
        expect(days.reduce((all, { span }) => all + span, 0)).toBe(sum.span);
        const share = uptimeHundredths(sum.parts, sum.span, given.weight);
        const known = sum.span - sum.parts[4];
        expect(share === null).toBe(known === 0);
        if (sum.parts[0] + sum.parts[1] * given.weight > 0) expect(share).toBeLessThan(10_000);
        else if (share !== null) expect(share).toBe(10_000);
      }),
      { numRuns: 300 },
    );
  });

  test("in whole seconds they are whole, fill the range, add up from day to day, and are hardly other sums", () => {
    fc.assert(
      fc.property(story, (given) => {
        const { now, packed } = factsOf(given);
        const [range] = rangesOf(given, now);
        if (!range) throw new Error("the range is whole days up to now");
        const [facts, until, days] = [
          factsInWholeSeconds(packed),
          floorSecond(now),
          daysBetween(packed.zone, range.start, range.end),
        ];
        const sum = sumUptimeRange(facts, rangeInWholeSeconds(range), until);
        const daily = uptimeReportDays(facts, days, until);
        for (const { parts, span } of [sum, ...daily]) {
          expect([...parts, span].filter((each) => each % 1000 !== 0 || each < 0)).toEqual([]);
          expect(total(parts)).toBeLessThanOrEqual(span);
        }
        expect(daily.map((each) => each.parts).reduce(addUptimeParts, zeroUptimeParts)).toEqual(sum.parts);
        expect(daily.reduce((all, { span }) => all + span, 0)).toBe(sum.span);
        const exact = sumUptimeRange(packed, range, now);
        const off = sum.parts.map((part, at) => Math.abs(part - (exact.parts[at] ?? 0)));
        expect(Math.max(...off)).toBeLessThan(1000 * (given.changes.length + days.length + 1));
      }),
      { numRuns: 300 },
    );
  });

  test("before its start nothing is known; a day before it is one without data", () => {
    const [berlin] = fortnights;
    if (!berlin) throw new Error("no fortnight");
    const { zone, from, to } = berlin;
    const begun = { openDayAt: from, open: openDayOf(zone, from), startDate: "2026-10-25" };
    const facts = { zone, ...begun, closed: new Map(), changes: [], layers: operationalLayers };
    const answer = reportRange({ from: "2026-10-24", to: "2026-10-25" }, { zone, now: to, since: "2026-01-01" });
    if (!answer.ok) throw new Error("two days");
    expect(sumUptimeRange(facts, answer.range, to)).toEqual({ parts: [0, 0, 0, 0, 24 * hour], span: 49 * hour });
    const days = uptimeReportDays(facts, daysBetween(zone, answer.range.start, answer.range.end), to);
    expect(days.map(({ date, span, parts }) => [date, span / hour, parts[4] / hour])).toEqual([
      ["2026-10-24", 24, 24],
      ["2026-10-25", 25, 0],
    ]);
    expect(dayOf(zone, answer.range.end)).toBe("2026-10-26");
    const before = reportRange({ from: "2026-10-20", to: "2026-10-24" }, { zone, now: to, since: "2026-01-01" });
    expect(before.ok && sumUptimeRange(facts, before.range, to).parts[4]).toBe(120 * hour);
  });
});
