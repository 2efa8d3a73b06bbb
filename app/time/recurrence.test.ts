import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { cpuClock } from "../../tests/support/cpu-work";
import { nextOccurrenceStarts } from "./recurrence";
import { type MaintenanceRepeat, repeatFrequencies, repeatOfRrule, rruleText, weekdays } from "./repeat";
import { repeatLimits } from "./repeat-limits";

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const never = { kind: "never" as const };

function starts(repeat: MaintenanceRepeat, startsLocal: string, zone: string, limit: number, after = 0) {
  return nextOccurrenceStarts({ rule: rruleText(repeat, startsLocal), zone, startsLocal, after, limit });
}
const texts = (found: { at: number }[], zone: string) =>
  found.map((each) =>
    Temporal.Instant.fromEpochMilliseconds(each.at)
      .toZonedDateTimeISO(zone)
      .toString({ timeZoneName: "never", smallestUnit: "minute" }),
  );

describe("the next starts of a repetition", () => {
  test.each<[string, MaintenanceRepeat, string, string[]]>([
    ["daily", { frequency: "daily", interval: 1, end: never }, "2026-12-30T02:00", ["12-30", "12-31", "01-01"]],
    [
      "every third day",
      { frequency: "daily", interval: 3, end: never },
      "2026-12-30T02:00",
      ["12-30", "01-02", "01-05"],
    ],
    ["weekly", { frequency: "weekly", interval: 1, end: never }, "2026-11-25T02:00", ["11-25", "12-02", "12-09"]],
    [
      "every second week on two days",
      { frequency: "weekly", interval: 2, weekdays: ["mo", "th"], end: never },
      "2026-11-25T02:00",
      ["11-26", "12-07", "12-10"],
    ],
    [
      "the 15th",
      { frequency: "monthly_day", interval: 1, end: never },
      "2026-11-15T02:00",
      ["11-15", "12-15", "01-15"],
    ],
    [
      "the 31st is the last day of shorter months",
      { frequency: "monthly_day", interval: 1, end: never },
      "2026-12-31T02:00",
      ["12-31", "01-31", "02-28", "03-31", "04-30"],
    ],
    [
      "second Tuesday",
      { frequency: "monthly_weekday", interval: 1, end: never },
      "2026-11-10T02:00",
      ["11-10", "12-08", "01-12"],
    ],
    [
      "the fifth Monday is the last one",
      { frequency: "monthly_weekday", interval: 1, end: never },
      "2026-11-30T02:00",
      ["11-30", "12-28", "01-25"],
    ],
    [
      "three times",
      { frequency: "daily", interval: 1, end: { kind: "count", count: 3 } },
      "2026-12-30T02:00",
      ["12-30", "12-31", "01-01"],
    ],
    [
      "until a day, that day included",
      { frequency: "daily", interval: 1, end: { kind: "until", date: "2026-12-31" } },
      "2026-12-30T23:30",
      ["12-30", "12-31"],
    ],
  ])("%s", (_name, repeat, startsLocal, days) => {
    const found = starts(repeat, startsLocal, "Europe/Berlin", repeat.end.kind === "never" ? days.length : 9);
    expect(texts(found, "Europe/Berlin").map((text) => text.slice(5, 10))).toEqual(days);
  });

  test("a skipped hour begins at the end of the gap, a doubled one at its first coming", () => {
    const nightly: MaintenanceRepeat = { frequency: "daily", interval: 1, end: never };
    const spring = starts(nightly, "2027-03-27T02:30", "Europe/Berlin", 3);
    expect(spring.map((each) => each.skippedHour)).toEqual([false, true, false]);
    expect(texts(spring, "Europe/Berlin")[1]).toBe("2027-03-28T03:00+02:00");
    expect(texts(starts(nightly, "2026-10-24T02:30", "Europe/Berlin", 3), "Europe/Berlin")).toEqual([
      "2026-10-24T02:30+02:00",
      "2026-10-25T02:30+02:00",
      "2026-10-26T02:30+01:00",
    ]);
  });

  test("what lies far behind costs nothing", () => {
    const worked = cpuClock();
    const found = starts(
      { frequency: "daily", interval: 1, end: never },
      "1970-01-02T02:00",
      "Etc/UTC",
      2,
      at("2199-06-01T03:00Z"),
    );
    expect(texts(found, "Etc/UTC")).toEqual(["2199-06-02T02:00+00:00", "2199-06-03T02:00+00:00"]);
    expect(worked()).toBeLessThan(100);
  });
});

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Etc/UTC",
];
const two = (value: number) => String(value).padStart(2, "0");
const startText = fc
  .tuple(
    fc.integer({ min: 2024, max: 2035 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
    fc.integer({ min: 0, max: 23 }),
    fc.constantFrom(0, 15, 30),
  )
  .map(([year, month, date, hour, minute]) => `${year}-${two(month)}-${two(date)}T${two(hour)}:${two(minute)}`);
const end = fc.oneof(
  fc.constant(never),
  fc.integer({ min: 1, max: repeatLimits.count }).map((count) => ({ kind: "count" as const, count })),
  startText.map((text) => ({ kind: "until" as const, date: text.slice(0, 10) })),
);
const repeats: fc.Arbitrary<MaintenanceRepeat> = fc.oneof(
  fc.record({
    frequency: fc.constantFrom("daily" as const, "monthly_day" as const, "monthly_weekday" as const),
    interval: fc.integer({ min: 1, max: 99 }),
    end,
  }),
  fc.record({
    frequency: fc.constant("weekly" as const),
    interval: fc.integer({ min: 1, max: 99 }),
    end,
    weekdays: fc.subarray([...weekdays], { minLength: 1 }),
  }),
);

describe("for any zone, start and repetition", () => {
  test("every day of 2024 to 2035 at any hour: the wall clock stands, or the gap ends there", () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 23 }), (zone, hour) => {
        const clock = `${two(hour)}:30`;
        const found = starts({ frequency: "daily", interval: 1, end: never }, `2024-01-01T${clock}`, zone, 4383);
        for (const [index, each] of found.entries()) {
          const local = Temporal.Instant.fromEpochMilliseconds(each.at).toZonedDateTimeISO(zone);
          const wanted = Temporal.PlainDate.from("2024-01-01").add({ days: index });
          if (!each.skippedHour) {
            expect(local.toPlainDateTime().toString({ smallestUnit: "minute" })).toBe(`${wanted}T${clock}`);
            const earlier = local.toPlainDateTime().toZonedDateTime(zone, { disambiguation: "earlier" });
            expect(each.at).toBe(earlier.epochMilliseconds);
          } else {
            expect(local.subtract({ milliseconds: 1 }).offset).not.toBe(local.offset);
            expect(local.toPlainTime().toString() > clock || local.hour === 0).toBe(true);
          }
        }
        expect(found).toHaveLength(4383);
      }),
      { numRuns: 6 },
    );
  });

  test("starting later finds the same starts; they rise; the text says what the fields say", () => {
    fc.assert(
      fc.property(
        repeats,
        startText,
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 40 }),
        (repeat, startsLocal, zone, skip) => {
          const all = starts(repeat, startsLocal, zone, 45);
          const later = starts(repeat, startsLocal, zone, 45 - skip - 1, all[skip]?.at ?? at("2199-12-31T00:00Z"));
          expect(later).toEqual(all.slice(skip + 1));
          expect(all.every((each, index) => index === 0 || each.at > (all[index - 1]?.at ?? 0))).toBe(true);
          expect(repeatOfRrule(rruleText(repeat, startsLocal))).toEqual(repeat);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("any text is a bounded rule or none", () => {
    const piece = fc.constantFrom(
      "FREQ=SECONDLY",
      "FREQ=DAILY",
      "COUNT=99999999",
      "INTERVAL=0",
      "INTERVAL=9",
      "BYMONTHDAY=31",
      "BYMONTH=2",
      "UNTIL=99991231",
      "BYDAY=MO",
      "BYDAY=5FR",
      "COUNT=5",
      "BYSECOND=0,1,2",
      "FREQ=MONTHLY",
      "__proto__=1",
      "FREQ=constructor",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((list) => list.join(";")),
        ),
        (text) => {
          const repeat = repeatOfRrule(text);
          const worked = cpuClock();
          const found = nextOccurrenceStarts({
            rule: text,
            zone: "Etc/UTC",
            startsLocal: "2026-11-21T10:00",
            after: at("2029-01-01T00:00Z"),
            limit: 31,
          });
          expect(worked()).toBeLessThan(200);
          if (repeat === null) expect(found).toEqual([]);
          else expect(repeatFrequencies).toContain(repeat.frequency);
        },
      ),
    );
  });
});
