import { expect, test } from "vitest";
import { dateFormats } from "~/i18n/dates";
import { samplePoints } from "../../tests/support/sample-times";
import { words } from "../../tests/support/words";
import { responseChartViewOf } from "./response-view";

const minute = 60_000;
const day = 1440 * minute;
const view = (count: number, stepMs: number, zone = "Europe/Berlin") =>
  responseChartViewOf(words("en"), dateFormats("en", zone), { points: samplePoints(count, stepMs), stepMs });

test("a day has all its words of time but one that “Now” stands on; a week leaves every second one out on a phone, never the last", () => {
  const shown = ({ across }: ReturnType<typeof view>) =>
    across.map(({ text, between }) => (between ? `(${text})` : text));
  expect(shown(view(288, 5 * minute))).toEqual(["18:00", "Nov 20", "06:00"]);
  const week = shown(view(168, 60 * minute));
  expect(week.length).toBeGreaterThan(5);
  expect(week.at(-1)).toMatch(/^\w/);
  expect(week.at(-2)).toMatch(/^\(/);
});

test("the axis, the figures and what a browser reads have the dates of the region, values the language's numbers", () => {
  const series = { points: samplePoints(288, 5 * minute), stepMs: 5 * minute };
  const british = responseChartViewOf(words("en"), dateFormats("en-GB", "Europe/Berlin"), series);
  expect(british.across.map(({ text }) => text)).toContain("20 Nov");
  expect([british.reading.language, british.reading.locale]).toEqual(["en", "en-GB"]);
  expect(british.table.rows[0]?.cells[0]).toMatch(/^\d+ Nov/);
});

test("no word of time stands out of the drawing", () => {
  for (const [count, stepMs] of [
    [288, 5 * minute],
    [336, 30 * minute],
    [240, 180 * minute],
    [90, day],
    [24, 60 * minute],
  ] as const) {
    for (const zone of ["Etc/UTC", "Asia/Kathmandu", "Pacific/Apia"]) {
      for (const { place } of view(count, stepMs, zone).across) {
        expect(Number.parseFloat(place)).toBeGreaterThanOrEqual(4);
        expect(Number.parseFloat(place)).toBeLessThanOrEqual(96);
      }
    }
  }
});

test("a limit's name stands above its line, and below it where events are marked at the top", () => {
  const limitsOf = (slow: number) => {
    const series = { points: samplePoints(24, 60 * minute), stepMs: 60 * minute };
    const limits = [{ kind: "slow", milliseconds: slow } as const];
    const { drawing } = responseChartViewOf(words("en"), dateFormats("en", "Etc/UTC"), { ...series, limits });
    const at = drawing.limits[0]?.y ?? 0;
    const [name] = responseChartViewOf(words("en"), dateFormats("en", "Etc/UTC"), { ...series, limits }).limits;
    return { isHigh: at < 26, below: name?.below };
  };
  for (const slow of [50, 100, 150, 200, 300, 400, 500]) {
    const { isHigh, below } = limitsOf(slow);
    expect([slow, below]).toEqual([slow, isHigh]);
  }
});

test("latencies read as people say them", () => {
  const points = [85, 1250, 12_000].map((milliseconds, index) => ({
    at: index * minute,
    state: "up" as const,
    milliseconds,
  }));
  const { table } = responseChartViewOf(words("en"), dateFormats("en", "Etc/UTC"), { points, stepMs: minute });
  expect(table.rows.map(({ cells }) => cells.slice(1))).toEqual([
    ["Up", "12 s", "12 s"],
    ["Up", "1.25 s", "1.25 s"],
    ["Up", "85 ms", "85 ms"],
  ]);
});
