import { expect, test } from "vitest";
import {
  estimatedImportRows,
  freeImportRowsPerDay,
  importDaysNeeded,
  mustImportStepWaitForDay,
  nextRowsDayMs,
} from "./import-bounds";
import type { ImportCountsByNoun } from "./import-job";
import { movedNouns } from "./moved-nouns";
import { importPlanVerdicts } from "./planned-thing";

const counts = (made: Partial<Record<(typeof movedNouns)[number], number>>): ImportCountsByNoun =>
  Object.fromEntries(
    movedNouns.map((noun) => [
      noun,
      {
        taken: 0,
        approximated: 0,
        leftOut: 0,
        fieldsApproximated: 0,
        fieldsLeftOut: 0,
        verdicts: Object.fromEntries(importPlanVerdicts.map((each) => [each, each === "make" ? (made[noun] ?? 0) : 0])),
      },
    ]),
  ) as unknown as ImportCountsByNoun;

test("a page of ordinary size needs no further day, and none is counted where no day has a limit", () => {
  expect(importDaysNeeded("free", counts({ component: 20, incident: 60, subscriber: 300 }))).toBeNull();
  expect(importDaysNeeded("own", counts({ incident: 50_000 }))).toBeNull();
  expect(importDaysNeeded("free", null)).toBeNull();
});

test("a large page needs as many days as its rows", () => {
  const incidents = Math.ceil((3 * freeImportRowsPerDay) / estimatedImportRows("incident", 1));
  expect(importDaysNeeded("free", counts({ incident: incidents }))).toBe(3);
});

test("a step waits for the next UTC day when the rows of this one are written, and never for ever", () => {
  expect(mustImportStepWaitForDay("free", freeImportRowsPerDay - 10, 11)).toBe(true);
  expect(mustImportStepWaitForDay("free", freeImportRowsPerDay - 10, 10)).toBe(false);
  expect(mustImportStepWaitForDay("free", 0, freeImportRowsPerDay * 2)).toBe(false);
  expect(mustImportStepWaitForDay("paid", freeImportRowsPerDay, 10)).toBe(false);
  expect(nextRowsDayMs(Date.UTC(2026, 10, 20, 23, 59))).toBe(Date.UTC(2026, 10, 21));
  expect(nextRowsDayMs(Date.UTC(2026, 10, 20))).toBe(Date.UTC(2026, 10, 21));
});
