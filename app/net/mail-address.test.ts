import fc from "fast-check";
import { expect, test } from "vitest";
import { isFullMailAddress, isMailAddress } from "./mail-address";

test.each([
  ["ana@example.com", true],
  ["ana+tag@sub.example.com", true],
  ["o'neil@example.com", true],
  ["änne@exämple.de", true],
  ["root@localhost", true],
  ["a@b", false],
  ["ana@.example.com", false],
  ["ana@example.com.", false],
  ["", false],
  ["ana", false],
  ["@example.com", false],
  ["ana@", false],
  ["a@b@example.com", false],
  ["Ana <ana@example.com>", false],
  ["ana@example.com,eve@example.com", false],
  ["ana@example.com\r\nRCPT TO:<eve@example.com>", false],
  ["ana@example.com ", false],
  ["ana..b@example.com", false],
  ["ana\u202e@example.com", false],
  [`${"a".repeat(65)}@example.com`, false],
  [`a@${"b".repeat(250)}.com`, false],
])("%j is a whole address: %s", (text, expected) => {
  expect(isFullMailAddress(text)).toBe(expected);
});

test("what is an address cannot end an SMTP command or a header", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (local, domain) => {
      const text = `${local}@${domain}`;
      return !isMailAddress(text) || !/[\r\n\0 <>,;:"()]/.test(text);
    }),
  );
});
