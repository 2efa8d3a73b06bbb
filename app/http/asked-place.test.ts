import { expect, test } from "vitest";
import { parsePageOrComponentPath } from "./asked-place";

test("an address without a component asks about the page, and says so in one way", () => {
  expect(parsePageOrComponentPath("acme", undefined)).toStrictEqual({ slug: "acme" });
});

test("a component is asked about by its segment, and a broken one names nothing", () => {
  expect(["sign%20in", "", "%E0%A4%A"].map((segment) => parsePageOrComponentPath("acme", segment))).toEqual([
    { slug: "acme", componentId: "sign in" },
    { slug: "acme", componentId: "" },
    null,
  ]);
});
