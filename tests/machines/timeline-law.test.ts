import { expect, test } from "vitest";
import { isTest, sourcesOf } from "../support/sources";

/** Who names what, among what runs: files that write a page's timeline, or a part of it. */
const app = sourcesOf("app").filter((file) => !isTest(file.path));
const saying = (words: RegExp) =>
  app.filter(({ text }) => words.test(text)).map(({ path }) => path.replace(/^app\//, ""));

const seam = "status-page/timeline/engine/extend.ts";
const zoneChange = "status-page/timeline/engine/change-zone.ts";
const restatingDays = "status-page/restating/engine/write-days.ts";

test("rows of the timeline are appended in one place, and taken away with their page or component alone", () => {
  expect(saying(/(insert|upsert|update|delete)RowsStatements\(\s*statusChange/)).toEqual([
    "status-page/timeline/queries/status-change.ts",
  ]);
  expect(saying(/(INTO|UPDATE|FROM) status_change\b(?! c\b)/)).toEqual([
    "status-page/timeline/queries/status-change.ts",
  ]);
  expect(saying(/\binsertStatusChangeStatements\(/)).toEqual([seam, "status-page/timeline/queries/status-change.ts"]);
});

test("days are packed in one place, and only beside a new version of the timeline", () => {
  const years = "status-page/queries/component-year.ts";
  expect(saying(/(insert|upsert|update|delete)RowsStatements\(\s*componentYear/)).toEqual([years]);
  expect(saying(/INTO component_year|UPDATE component_year/)).toEqual([years]);
  expect(saying(/\breplacePackedYearsStatements\(/)).toEqual([years, zoneChange]);
  expect(saying(/\bpackDaysStatements\(/)).toEqual([restatingDays, "status-page/timeline/engine/close-days.ts"]);
  expect(saying(/\brepackDaysStatements\(/)).toEqual(["status-page/timeline/engine/close-days.ts", seam]);
});

test("who appends without the guard beside it takes the version by itself: the settling", () => {
  expect(saying(/\btimelineRowStatements\(/)).toEqual(["alerts/settling/engine/settle-changes.ts", seam]);
  const finish = app.find(({ path }) => path === "app/alerts/settling/queries/settle.ts")?.text ?? "";
  expect(finish).toMatch(/finishSettleStatement[\s\S]*timeline = \$\{takeTimelineVersionColumn/);
  expect(saying(/\btakeTimelineVersionStatement\(/).sort()).toEqual([
    "importers/engine/past-days.ts",
    restatingDays,
    zoneChange,
    "status-page/timeline/engine/close-days.ts",
    seam,
  ]);
});
