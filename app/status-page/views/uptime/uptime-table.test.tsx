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

/** Returns the cells of a component with so much time with data, and so much of it in a major outage; ms. */
function cellsOf(known: number, outage: number): (string | undefined)[] {
  const parts = [outage, 0, 0, 0, 0] as const;
  const row: ComponentReportRow = {
    id: "website",
    name: "Website",
    parts,
    span: known,
    uptime: 9_000,
    startsOn: null,
    added: [],
    restatedAt: null,
  };
  const range = { first: "2026-08-23", last: "2026-11-20", start: 0, end: 90 * day, days: [] };
  const report = { zone: "Etc/UTC", weight: 0.3, groups: [], corrections: [], restated: null, range, alone: [row] };
  const html = (<UptimeTable frame={frame} report={report as never} />)?.text ?? "";
  return [...html.matchAll(/<td[^>]*>([^<]*)</g)].map((cell) => cell[1]);
}

test.each([
  [0, "0 min"],
  [second, "1 min"],
  [59 * minute + second, "1 h"],
  [23 * hour + 59 * minute + second, "1 day"],
  [day, "1 day"],
  [day + second, "1 d 1 h"],
  [day + 59 * minute, "1 d 1 h"],
  [2 * day - minute, "2 days"],
])("an outage of %d ms is never told shorter than it was: %s", (outage, text) => {
  expect(cellsOf(90 * day, outage)[2]).toBe(text);
});

test.each([
  [59 * second, "0 min"],
  [hour - second, "59 min"],
  [day - second, "23 h 59 min"],
  [day + 59 * minute, "1 day"],
  [2 * day - second, "1 d 23 h"],
])("time with data of %d ms is never told longer than it was: %s", (known, text) => {
  expect(cellsOf(known, 0)[1]).toBe(text);
});
