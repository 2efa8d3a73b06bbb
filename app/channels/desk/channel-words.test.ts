import { expect, test } from "vitest";
import { deliveryStateOf } from "./channel-words";

test.each([
  ["due", 0, "due"],
  ["due", 1, "failing"],
  ["due", 10, "failing"],
  ["sent", 3, "sent"],
  ["dead", 12, "dead"],
  ["overtaken", 2, "overtaken"],
  ["of a later version", 1, null],
])("a delivery that is %s after %i attempts is said to be %s", (state, tries, expected) => {
  expect(deliveryStateOf({ state, tries })).toBe(expected);
});
