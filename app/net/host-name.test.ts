import fc from "fast-check";
import { expect, test } from "vitest";
import { normaliseHost } from "./host-name";

test.each([
  ["example.com", "example.com"],
  ["  Example.COM. ", "example.com"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["BÜCHER.example.", "xn--bcher-kva.example"],
  ["xn--bcher-kva.example", "xn--bcher-kva.example"],
  ["例え.テスト", "xn--r8jz45g.xn--zckzah"],
  ["例え。テスト", "xn--r8jz45g.xn--zckzah"],
  ["例え。テスト。", "xn--r8jz45g.xn--zckzah"],
  ["bu\u0308cher.example", "xn--bcher-kva.example"],
  ["उदाहरण.परीक्षा", "xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g"],
  ["_dmarc.bücher.example．", "_dmarc.xn--bcher-kva.example"],
  ["_dmarc.example.com", "_dmarc.example.com"],
  ["*.example.com", "*.example.com"],
  ["::1", "::1"],
  ["[::1]", "::1"],
  ["2001:DB8:0:0::1", "2001:db8::1"],
  ["::ffff:192.0.2.1", "::ffff:c000:201"],
  ["192.0.2.1", "192.0.2.1"],
  ["1234", "1234"],
  ["localhost", "localhost"],
])("%s is %s", (text, host) => expect(normaliseHost(text)).toBe(host));

test.each([
  "",
  " ",
  ".",
  "a b",
  "a/b",
  "user@host",
  "host:443",
  "[::1",
  "fe80::1%eth0",
  "::1::",
  "x".repeat(254),
  "a?b",
  "\u0000ü",
])("%s is no host", (text) => expect(normaliseHost(text)).toBeNull());

test("whatever is written, a host is one again, and says the same", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.domain(), fc.ipV6()), (text) => {
      const host = normaliseHost(text);
      if (host !== null) expect(normaliseHost(host)).toBe(host);
    }),
  );
});
