import { expect, test } from "vitest";
import { originSettings } from "../../../tests/support/origin-reading";
import { movePartOfKumaTables } from "../contract/uptime-kuma/tables";
import { importedSeriesTimes } from "../rules/imported-series";

/** A page with one maintenance; the newest beat says when the file was made. */
const tables = {
  monitor: [],
  status_page: [{ id: 1, slug: "main", title: "Main", published: 1 }],
  heartbeat: [{ monitor_id: 1, important: 1, status: 0, time: "2026-08-20 10:00:00.500" }],
  setting: [{ key: "serverTimezone", value: '"Europe/Berlin"' }],
};

const daily = { strategy: "recurring-interval", interval_day: 1, start_time: "23:30:00", end_time: "00:30:00" };
const monthly = { strategy: "recurring-day-of-month", start_time: "02:00", end_time: "03:00" };
const cron = (text: string) => ({ strategy: "cron", cron: text, duration: 1800, timezone: "UTC" });
const rule = (frequency: string, startsLocal: string, given: object = {}) => ({
  startsLocal,
  repeat: { frequency, interval: 1, until: null, ...given },
});

test.each<[string, object, object[]]>([
  [
    "each day, over midnight",
    daily,
    [{ durationSeconds: 3600, timeZone: "UTC", ...rule("daily", "2024-01-01T23:30") }],
  ],
  [
    "every third day from a day on, to an end",
    {
      ...daily,
      interval_day: 3,
      timezone: "Asia/Tokyo",
      start_date: "2026-09-04 00:00:00",
      end_date: "2026-12-31 00:00:00",
    },
    [{ timeZone: "Asia/Tokyo", ...rule("daily", "2026-09-04T23:30", { interval: 3, until: "2026-12-30" }) }],
  ],
  [
    "days of the month, the last one too",
    { ...monthly, days_of_month: '[1,"lastDay1","lastDay2"]', timezone: "Europe/Berlin" },
    [
      { id: "9~1", ...rule("monthly_day", "2024-01-01T02:00") },
      { id: "9~lastDay1", ...rule("monthly_day", "2024-01-31T02:00") },
    ],
  ],
  ["cron: each day", cron("5 4 * * *"), [{ durationSeconds: 1800, ...rule("daily", "2024-01-01T04:05") }]],
  [
    "cron: days of the week",
    cron("0 3 * * MON-WED,6"),
    [rule("weekly", "2024-01-01T03:00", { weekdays: ["mo", "tu", "we", "sa"] })],
  ],
  ["cron: the first Sunday of the month", cron("0 3 * * 0#1"), [rule("monthly_weekday", "2024-01-07T03:00")]],
  ["cron: the last Friday of the month", cron("0 3 * * 5L"), [rule("monthly_weekday", "2024-03-29T03:00")]],
  ["cron: a day of the month", cron("0 3 15 * *"), [rule("monthly_day", "2024-01-15T03:00")]],
  ["cron: every hour", cron("0 * * * *"), []],
  ["cron: one month", cron("0 3 * 5 *"), []],
  ["cron: a day of the month or of the week", cron("0 3 1 * 1"), []],
  ["one that is over", { ...daily, end_date: "2026-01-01 00:00:00" }, []],
  ["one that is switched off", { ...daily, active: 0 }, []],
  ["one without a length", { ...daily, end_time: "23:30:00" }, []],
  ["a weekday that there is not", { strategy: "recurring-weekday", weekdays: "[9]", start_time: "02:00" }, []],
])("%s", (_, row, series) => {
  const maintenance = [{ id: 9, title: "Repeats", active: 1, ...row }];
  const own = { ...tables, maintenance, maintenance_status_page: [{ maintenance_id: 9, status_page_id: 1 }] };
  const read = movePartOfKumaTables(own, originSettings());
  const { maintenanceSeries = [], notes = [] } = read.ok ? read.value : {};
  expect(maintenanceSeries).toEqual(series.map((each) => expect.objectContaining(each)));
  for (const each of maintenanceSeries) expect(importedSeriesTimes(each, "UTC")).not.toBeNull();
  if (series.length === 0)
    expect(notes).toContainEqual(expect.objectContaining({ kind: "left_out", noun: "maintenance_series", id: "9" }));
});
