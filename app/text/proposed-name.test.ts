import fc from "fast-check";
import { expect, test } from "vitest";
import { firstFreeName } from "./proposed-name";

test.each([
  ["Slack", [], "Slack"],
  ["Slack", ["Email"], "Slack"],
  ["Slack", ["Slack"], "Slack 2"],
  ["Slack", ["slack", "Slack 2"], "Slack 3"],
  ["Slack", ["Slack 2"], "Slack"],
  [" example.com ", ["example.com"], "example.com 2"],
  ["", ["Slack"], ""],
])("%o beside %o is proposed as %o", (name, others, proposal) => {
  expect(firstFreeName(name, others)).toBe(proposal);
});

test("a proposal is never a name that something has, and fits a name's length", () => {
  const word = fc.constantFrom("a", "A", "a 2", "A 3", "b", "x".repeat(300));
  fc.assert(
    fc.property(word, fc.array(word), (name, others) => {
      const proposal = firstFreeName(name, others);
      expect(others.map((each) => each.toLowerCase())).not.toContain(proposal.toLowerCase());
      expect(proposal.length).toBeLessThanOrEqual(255);
    }),
  );
});
