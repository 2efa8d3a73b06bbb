import { expect, test } from "vitest";
import { passesChannelFilters } from "./channel-wants";

const all = { minimumSeverity: null, componentIds: [] };

test.each([
  ["all news", all, { severity: null, componentIds: ["a"] }, true],
  [
    "about a component that was chosen",
    { ...all, componentIds: ["a"] },
    { severity: null, componentIds: ["b", "a"] },
    true,
  ],
  ["about another one", { ...all, componentIds: ["a"] }, { severity: null, componentIds: ["b"] }, false],
  ["about none", { ...all, componentIds: ["a"] }, { severity: null, componentIds: [] }, true],
  ["too mild", { ...all, minimumSeverity: "error" }, { severity: "warning", componentIds: ["a"] }, false],
  [
    "severe enough, but about another one",
    { minimumSeverity: "error", componentIds: ["a"] },
    { severity: "critical", componentIds: ["b"] },
    false,
  ],
  ["of no known severity", { ...all, minimumSeverity: "error" }, { severity: null, componentIds: [] }, true],
] as const)("%s", (_, choice, news, wanted) => {
  expect(passesChannelFilters(choice, news)).toBe(wanted);
});
