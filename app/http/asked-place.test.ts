import { expect, test } from "vitest";
import { findRequestedComponent, parsePageOrComponentPath } from "./asked-place";

const recent = { components: [{ id: "api" }, { id: "sign in" }] };

test("an address without a component asks about the page, and says so in one way", () => {
  expect(parsePageOrComponentPath("acme", undefined)).toStrictEqual({ slug: "acme" });
  expect(findRequestedComponent(recent, { slug: "acme" })).toBeUndefined();
});

test("a component is found by its segment; an unknown, an empty and a broken one are not there", () => {
  const found = (segment: string) => {
    const asked = parsePageOrComponentPath("acme", segment);
    return asked && findRequestedComponent(recent, asked);
  };
  expect(["api", "sign%20in", "API", "", "undefined", "null", "%E0%A4%A"].map(found)).toEqual([
    { id: "api" },
    { id: "sign in" },
    null,
    null,
    null,
    null,
    null,
  ]);
});
