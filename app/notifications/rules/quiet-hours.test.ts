import fc from "fast-check";
import { expect, test } from "vitest";
import { quietHoursEnd, quietHoursRefusal } from "./quiet-hours";

const at = (text: string) => Date.parse(text);
const night = { quietFrom: "22:00", quietUntil: "07:00" };
const noon = { quietFrom: "12:00", quietUntil: "13:30" };

test.each([
  ["before the evening", night, "Europe/Berlin", "2026-11-20T20:59:59Z", null],
  ["in the evening: until the next morning", night, "Europe/Berlin", "2026-11-20T21:00:00Z", "2026-11-21T06:00:00Z"],
  ["in the morning: until the same one", night, "Europe/Berlin", "2026-11-21T05:59:59Z", "2026-11-21T06:00:00Z"],
  ["when they are over", night, "Europe/Berlin", "2026-11-21T06:00:00Z", null],
  ["in the middle of the day", noon, "UTC", "2026-11-20T12:00:00Z", "2026-11-20T13:30:00Z"],
  ["the night that is an hour shorter", night, "Europe/Berlin", "2026-03-28T22:00:00Z", "2026-03-29T05:00:00Z"],
  ["the night that is an hour longer", night, "Europe/Berlin", "2026-10-24T21:00:00Z", "2026-10-25T06:00:00Z"],
  [
    "an end that the clocks jump over: where they jump to",
    { quietFrom: "22:00", quietUntil: "02:30" },
    "Europe/Berlin",
    "2026-03-28T23:00:00Z",
    "2026-03-29T01:00:00Z",
  ],
  [
    "an end that comes twice: the first time",
    { quietFrom: "22:00", quietUntil: "02:30" },
    "Europe/Berlin",
    "2026-10-24T23:00:00Z",
    "2026-10-25T00:30:00Z",
  ],
  [
    "and in the hour that comes again it is quiet once more, until its second time",
    { quietFrom: "22:00", quietUntil: "02:30" },
    "Europe/Berlin",
    "2026-10-25T01:10:00Z",
    "2026-10-25T01:30:00Z",
  ],
  ["none are set", { quietFrom: "", quietUntil: "" }, "UTC", "2026-11-20T03:00:00Z", null],
])("%s", (_, hours, zone, now, end) => {
  expect(quietHoursEnd(hours, zone, at(now))).toBe(end === null ? null : at(end));
});

const clock = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((minutes) => `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`);
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Africa/Casablanca",
];

test("it ends within a day and an hour, it is quiet until then, and over at that instant or at the one after a change", () => {
  fc.assert(
    fc.property(
      clock,
      clock,
      fc.constantFrom(...zones),
      fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2027-12-31T00:00:00Z") }),
      fc.integer({ min: 0, max: 1000 }),
      (quietFrom, quietUntil, zone, now, share) => {
        const hours = { quietFrom, quietUntil };
        const end = quietHoursEnd(hours, zone, now);
        if (end === null) return;
        expect(end).toBeGreaterThan(now);
        expect(end - now).toBeLessThanOrEqual(25 * 3600_000);
        const between = now + Math.floor(((end - 1 - now) * share) / 1000);
        // An hour that occurs twice may end the quiet hours and start them again; they never end later than stated.
        expect(quietHoursEnd(hours, zone, between) ?? end).toBeLessThanOrEqual(end);
        expect(quietHoursEnd(hours, zone, end - 1) ?? end).toBe(end);
      },
    ),
    { numRuns: 500 },
  );
});

test("half of them, or none between the two, is refused", () => {
  expect(quietHoursRefusal({ quietFrom: "22:00", quietUntil: "" })).toBe("channel.quiet_both");
  expect(quietHoursRefusal({ quietFrom: "", quietUntil: "07:00" })).toBe("channel.quiet_both");
  expect(quietHoursRefusal({ quietFrom: "07:00", quietUntil: "07:00" })).toBe("channel.quiet_same");
  expect([quietHoursRefusal(night), quietHoursRefusal({ quietFrom: "", quietUntil: "" })]).toEqual([null, null]);
});
