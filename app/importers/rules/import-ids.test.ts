import { expect, test } from "vitest";
import { derivedImportId, importedId } from "./import-ids";

const job = { id: "01kaimport0000000000000000", createdAt: Date.UTC(2026, 10, 20) };

test("an id has the time of its import and the letters of all ids", () => {
  const id = importedId(job, "incident", "abc");
  expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
  expect(id.slice(0, 10)).toBe(importedId({ ...job, id: "another" }, "group", "x").slice(0, 10));
});

test("each thing has its own, always the same, and another one in another import", () => {
  const ids = [
    importedId(job, "incident", "abc"),
    importedId(job, "maintenance", "abc"),
    importedId(job, "incident", "abd"),
    importedId({ ...job, id: "another" }, "incident", "abc"),
    derivedImportId(job, importedId(job, "incident", "abc"), "0"),
    derivedImportId(job, importedId(job, "incident", "abc"), "1"),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  expect(importedId(job, "incident", "abc")).toBe(ids[0]);
});
