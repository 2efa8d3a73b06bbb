import { expect, test } from "vitest";
import { componentByEitherId, findRequestedComponent, publishedIdOf } from "./foreign-ids";

const components = [{ id: "api" }, { id: "sign in" }];
const recent = { components };
const moved = { components, foreignIds: { api: "b13yz5g2cw10", page: "abcdefghijkl" } };

test("a component is found by its id; an unknown and an empty one are not there", () => {
  const found = ["api", "sign in", "API", "", "undefined", "null"].map((componentId) =>
    findRequestedComponent(recent, { componentId }),
  );
  expect(found).toEqual([{ id: "api" }, { id: "sign in" }, null, null, null, null]);
  expect(findRequestedComponent(recent, {})).toBeUndefined();
});

test("what came from Statuspage is published under its id there, and found by both", () => {
  expect(["api", "sign in"].map((id) => publishedIdOf(moved, id))).toEqual(["b13yz5g2cw10", "sign in"]);
  expect(["api", "b13yz5g2cw10"].map((id) => componentByEitherId(moved, id))).toEqual([{ id: "api" }, { id: "api" }]);
  expect(["abcdefghijkl", "page", "toString"].map((id) => componentByEitherId(moved, id))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
