import { expect, test } from "vitest";
import { isLikelyBotSubmission } from "./form-signs";

test.each([
  [null, false, true],
  [0, false, true],
  [1999, false, true],
  [2000, false, false],
  [2000, true, true],
  [14_999, true, true],
  [15_000, true, false],
])("a form of %s ms ago, its hidden field filled in: %s: by a program: %s", (age, isTrapped, looks) => {
  expect(isLikelyBotSubmission({ age, isTrapped })).toBe(looks);
});
