import { expect, test } from "vitest";
import { unwatchedComponentsAfter } from "./unwatched-after-change";

const alone = [{ id: "a" }, { id: "b" }];

test("what is named no longer is left, and what a vendor's page only shows beside", () => {
  expect(unwatchedComponentsAfter(alone, undefined, "http")).toEqual([]);
  expect(unwatchedComponentsAfter(alone, {}, "http")).toEqual(alone);
  expect(unwatchedComponentsAfter(alone, { a: "operational", b: "major_outage" }, "http")).toEqual([]);
  expect(unwatchedComponentsAfter(alone, { a: "operational", b: "major_outage" }, "vendor")).toEqual([{ id: "a" }]);
  expect(unwatchedComponentsAfter([], {}, "http")).toEqual([]);
});
