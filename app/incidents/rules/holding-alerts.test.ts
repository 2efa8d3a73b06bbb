import { expect, test } from "vitest";
import type { StatusLayer } from "~/status/status";
import { type HoldingAlert, titlesOfHoldingAlerts } from "./holding-alerts";

const firing = (title: string, components: string[], dismissedAt: number | null = null): HoldingAlert => ({
  title,
  dismissedAt,
  assigned: { rule: { components } },
});

const alerts = [
  firing("Search is down", ["a", "b"]),
  firing("Search is down", ["a"]),
  firing("Database is slow", ["b"]),
  firing("Dismissed", ["a"], 1),
  { title: "Nobody's", dismissedAt: null, assigned: null },
];

test.each<[string, StatusLayer[], string[]]>([
  ["a", ["observed"], ["Search is down"]],
  ["b", ["incident", "observed"], ["Search is down", "Database is slow"]],
  ["a", ["incident"], []],
  ["c", ["observed"], []],
])("component %s, held by %j, names %j", (id, layers, named) => {
  expect(titlesOfHoldingAlerts({ id, layers }, alerts)).toEqual(named);
});

test("of a storm three are named", () => {
  const many = Array.from({ length: 40 }, (_, index) => firing(`Alert ${index}`, ["a"]));
  expect(titlesOfHoldingAlerts({ id: "a", layers: ["observed"] }, many)).toEqual(["Alert 0", "Alert 1", "Alert 2"]);
});
