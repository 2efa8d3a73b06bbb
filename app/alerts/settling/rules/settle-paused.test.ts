import { expect, test } from "vitest";
import { blank, rule, settleOnce, source, start } from "../../../../tests/support/settling";

const hour = 3600_000;

test("a monitor that is paused before its first word opens nothing before that, whatever recovers beside it", () => {
  const facts = blank([rule({ sourceId: "m", mode: "none" })]);
  const components = facts.components.map((each) => ({ ...each, coverage: "no_data" as const }));
  const now = start + 3 * hour;
  const sources = [source("m", { family: "monitor", silentSince: now })];
  const { decision } = settleOnce({ ...facts, components, sources, now, recoveredAt: start + hour });
  expect(decision.coverage.map(({ row }) => row)).toContainEqual({ from: "no_data", to: null, at: now });
});
