/** @jsxImportSource ~/html */
import { expect, test } from "vitest";
import { look } from "../../../../tests/support/public-page";
import { sampleSnapshot } from "../../../../tests/support/sample-snapshot";
import type { ComponentReportRow } from "../../uptime/read";
import { UptimeTable } from "./uptime-table";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const { frame } = look(sampleSnapshot());

interface RowLengths {
  span?: number;
  known?: number;
  outage?: number;
}

/** Returns the cells by their heads, of a component with these lengths in ms. */
function cellsOf({ span = 90 * day, known = span, outage = 0 }: RowLengths): Record<string, string | undefined> {
  const parts = [outage, 0, 0, 0, span - known] as const;
  const row: ComponentReportRow = {
    id: "website",
    name: "Website",
    parts,
    span,
    uptime: 9_000,
    startsOn: null,
    added: [],
    restatedAt: null,
  };
  const range = { first: "2026-08-23", last: "2026-11-20", start: 0, end: 90 * day, days: [] };
  const report = { zone: "Etc/UTC", weight: 0.3, groups: [], corrections: [], restated: null, range, alone: [row] };
  const html = (<UptimeTable frame={frame} report={report as never} isFolded={false} />)?.text ?? "";
  const heads = [...html.matchAll(/<th scope="col">([^<]*)</g)].slice(1).map((head) => head[1] ?? "");
  const cells = [...html.matchAll(/<td[^>]*>([^<]*)</g)].map((cell) => cell[1]);
  expect(cells).toHaveLength(heads.length);
  return Object.fromEntries(heads.map((head, at) => [head, cells[at]]));
}

test.each([
  [0, "–"],
  [second, "1 min"],
  [59 * minute + second, "1 h"],
  [23 * hour + 59 * minute + second, "1 day"],
  [day, "1 day"],
  [day + second, "1 d 1 h"],
  [day + 59 * minute, "1 d 1 h"],
  [2 * day - minute, "2 days"],
])("an outage of %d ms is never told shorter than it was: %s", (outage, text) => {
  expect(cellsOf({ outage })["Major outage"]).toBe(text);
});

test.each([
  [59 * second, "0 min"],
  [hour - second, "59 min"],
  [day - second, "23 h 59 min"],
  [day + 59 * minute, "1 day"],
  [2 * day - second, "1 d 23 h"],
])("time with data of %d ms is never told longer than it was: %s", (known, text) => {
  expect(cellsOf({ known })["Time with data"]).toBe(text);
});

test("the time with data is a column only where it differs from the period", () => {
  expect(cellsOf({ outage: hour })).not.toHaveProperty("Time with data");
  expect(cellsOf({ span: 90 * day, known: 90 * day - minute })).toHaveProperty("Time with data", "89 d 23 h");
});
