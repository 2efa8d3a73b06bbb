import { expect, test } from "vitest";
import { auditFilterOf, parseAuditFilter } from "./audit-choice";

test("a day that no calendar has is left out", () => {
  const chosen = parseAuditFilter(new URL("https://up.example/manage/acme/audit?from=2026-02-31&to=2026-02-28"));
  const filter = auditFilterOf(chosen, { timeZone: "UTC", language: "en" });
  expect(filter).toEqual({ to: Date.parse("2026-03-01T00:00Z") });
});
