import fc from "fast-check";
import { expect, test } from "vitest";
import { alertIdPrefixOf, alertNumberOf } from "./alert-number";

const own = fc
  .array(fc.constantFrom(..."0123456789abcdef"), { minLength: 24, maxLength: 24 })
  .map((each) => each.join(""));

test("an alert is found by its number as by its id, among those of its source alone", () => {
  fc.assert(
    fc.property(own, (digits) => {
      const id = `s1.${digits}`;
      expect(id.startsWith(alertIdPrefixOf("s1", { number: alertNumberOf(id) }) ?? "none")).toBe(true);
      expect(alertIdPrefixOf("s1", { id })).toBe(id);
      expect(alertIdPrefixOf("s2", { id })).toBeNull();
    }),
  );
});

test.each(["", "x", "-1", "1.5", "4294967296", "99999999999"])("%j is nobody's number", (number) => {
  expect(alertIdPrefixOf("s1", { number })).toBeNull();
});

test.each(["", "s1", "s1.", "s1.zz", "s1.0123", "s10.0123456789abcdef01234567"])("%j is nobody's id", (id) => {
  expect(alertIdPrefixOf("s1", { id })).toBeNull();
});
