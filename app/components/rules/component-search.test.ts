import { expect, test } from "vitest";
import { findMatchingComponents } from "./component-search";

const groups = [{ id: "eu", name: "Europe" }];
const components = [
  { name: "Payments API", groupId: "eu" },
  { name: "Payments API", groupId: null },
  { name: "ＷＥＢ site", groupId: null },
];

test.each([
  { query: "payments", found: [0, 1] },
  { query: "  API   euro ", found: [0] },
  { query: "web", found: [2] },
  { query: "", found: [0, 1, 2] },
  { query: "(.*", found: [] },
  { query: `${"x".repeat(100)} payments`, found: [] },
])("“$query” finds $found", ({ query, found }) => {
  expect(findMatchingComponents(components, groups, query)).toEqual(found.map((at) => components[at]));
});
