import { expect, test } from "vitest";
import { answersByAddress, partOfFiles } from "../../../tests/support/origin-files";
import { originFixture, originSettings, readOriginApi } from "../../../tests/support/origin-reading";
import { uptimerobotApiReader } from "../contract/uptimerobot/api";
import { uptimerobotOrigin } from "./uptimerobot";

const origin = { ...uptimerobotOrigin, api: uptimerobotApiReader };
const settings = originSettings({ key: "k3y-of-nobody" });
const list = (...data: unknown[]) => JSON.stringify({ data, nextLink: null });
const answers: [RegExp, string][] = [
  [/\/monitors\?/, originFixture("uptimerobot/composed-v3-monitors.json")],
  [
    /\/maintenance-windows\?/,
    list(
      {
        id: 6,
        name: "Sunday",
        interval: "weekly",
        time: "02:00:00",
        duration: 60,
        days: [7],
        autoAddMonitors: true,
        status: "active",
      },
      { id: 61, name: "Move", interval: "once", date: "2026-12-15", time: "01:00:00", duration: 240, days: [] },
      { id: 62, name: "Bills", interval: "monthly", time: "03:00", duration: 30, days: [1, 15] },
      { id: 63, name: "Paused", interval: "daily", time: "03:00", duration: 30, status: "paused" },
      { id: 64, name: "Odd", interval: "yearly", time: "03:00", duration: 30 },
    ),
  ],
];
const answerTo = answersByAddress(answers, list());

test("windows are maintenance, once or in series, in the zone that was chosen", () => {
  const { document: given } = readOriginApi(origin, { ...settings, timeZone: "Europe/Berlin" }, answerTo);
  const all = given.components.map(({ id }) => id);
  expect(given.maintenances).toEqual([
    expect.objectContaining({ id: "61", startsAt: Date.parse("2026-12-15T00:00:00Z"), state: "scheduled" }),
  ]);
  expect(given.maintenanceSeries?.map(({ id, startsLocal, repeat }) => [id, startsLocal, repeat.frequency])).toEqual([
    ["6", "2024-01-01T02:00", "weekly"],
    ["62~1", "2024-01-01T03:00", "monthly_day"],
    ["62~15", "2024-01-15T03:00", "monthly_day"],
  ]);
  expect(given.maintenanceSeries?.[0]).toMatchObject({
    timeZone: "Europe/Berlin",
    durationSeconds: 3600,
    repeat: { weekdays: ["su"] },
    componentIds: all,
  });
  const left = given.notes.filter(({ noun, kind }) => noun === "maintenance_series" && kind === "left_out");
  expect(left.map(({ name }) => name)).toEqual(["Paused", "Odd"]);
});

test("windows of monitors of v2 are read once, for all of their monitors", () => {
  const window = {
    id: 9,
    type: 3,
    friendly_name: "Backup",
    start_time: "04:30",
    duration: 30,
    value: "1-3",
    status: 1,
  };
  const monitor = (id: number) => ({
    id,
    friendly_name: `M${id}`,
    type: 1,
    url: "https://example.com",
    status: 2,
    mwindows: [window],
  });
  const text = JSON.stringify({ stat: "ok", monitors: [monitor(1), monitor(2)] });
  const part = partOfFiles(uptimerobotOrigin, [{ path: "getMonitors.json", text }]);
  expect(part.maintenanceSeries).toEqual([
    expect.objectContaining({
      id: "9",
      componentIds: ["1", "2"],
      repeat: expect.objectContaining({ weekdays: ["mo", "we"] }),
    }),
  ]);
});
