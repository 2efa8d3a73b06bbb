import { expect, test } from "vitest";
import { suspectedReportOf } from "./suspected-report";

const mover = (sourceId: string, firing = false, since: number | null = null) => ({ sourceId, firing, since });

test.each([
  ["what fires, since when", [mover("quiet"), mover("down", true, 5)], { source: "down", from: 5, to: 9 }],
  ["what fires, when its start is not known", [mover("rule", true)], { source: "rule" }],
  ["the only one that moves it, by any rule", [mover("one"), mover("one", false, 3)], { source: "one" }],
  ["nobody among several that are quiet", [mover("one"), mover("other")], {}],
  ["nobody where nothing moves it", [], {}],
])("suspects %s", (_, movers, suspected) => {
  expect(suspectedReportOf(movers, 9)).toEqual(suspected);
});
