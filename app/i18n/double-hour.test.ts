import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { isRepeatedHour } from "./double-hour";

const at = (text: string) => Date.parse(text);

test.each([
  ["America/New_York", "2026-11-01T04:59:00Z", false],
  ["America/New_York", "2026-11-01T05:00:00Z", true],
  ["America/New_York", "2026-11-01T05:59:59Z", true],
  ["America/New_York", "2026-11-01T06:00:00Z", true],
  ["America/New_York", "2026-11-01T06:59:59Z", true],
  ["America/New_York", "2026-11-01T07:00:00Z", false],
  ["America/New_York", "2026-03-08T07:00:00Z", false],
  ["Australia/Lord_Howe", "2026-04-04T14:29:00Z", false],
  ["Australia/Lord_Howe", "2026-04-04T14:30:00Z", true],
  ["Australia/Lord_Howe", "2026-04-04T15:29:00Z", true],
  ["Australia/Lord_Howe", "2026-04-04T15:30:00Z", false],
  ["Etc/UTC", "2026-11-01T05:30:00Z", false],
  ["Asia/Tokyo", "2026-11-01T05:30:00Z", false],
])("in %s at %s: %s", (zone, instant, expected) => {
  expect(isRepeatedHour(zone, at(instant))).toBe(expected);
});

test("in every zone around each change of its clocks it is what Temporal says", () => {
  const zones = [
    "Europe/Berlin",
    "America/St_Johns",
    "Africa/Casablanca",
    "Antarctica/Troll",
    "America/Havana",
    "Asia/Gaza",
  ];
  for (const zone of zones) {
    let now = Temporal.Instant.from("2025-01-01T00:00Z").toZonedDateTimeISO(zone);
    for (let count = 0; count < 4; count++) {
      const change = now.getTimeZoneTransition("next");
      if (!change) break;
      for (let minutes = -200; minutes <= 200; minutes += 10) {
        const moment = change.add({ minutes });
        const plain = moment.toPlainDateTime();
        const [earlier, later] = (["earlier", "later"] as const).map((disambiguation) =>
          plain.toZonedDateTime(zone, { disambiguation }),
        );
        const twice =
          !earlier?.equals(later as Temporal.ZonedDateTime) &&
          plain.equals(earlier?.toPlainDateTime() as Temporal.PlainDateTime);
        expect([zone, moment.toString(), isRepeatedHour(zone, moment.epochMilliseconds)]).toEqual([
          zone,
          moment.toString(),
          twice,
        ]);
      }
      now = change;
    }
  }
});
