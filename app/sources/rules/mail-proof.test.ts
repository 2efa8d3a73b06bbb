import fc from "fast-check";
import { expect, test } from "vitest";
import { authenticatingServerOf, isSenderListed, isSenderVerified, parseSenderList } from "./mail-proof";

const from = "alerts@mon.example.com";

test.each([
  ["DMARC of its domain", "mx.example; dmarc=pass header.from=mon.example.com", true],
  ["DKIM of its domain", "mx.example; dkim=pass header.d=mon.example.com header.s=a", true],
  ["DKIM of a domain that it is a part of", 'mx.example; dkim=pass header.d="example.com"', true],
  ["DKIM by its identity", "mx.example; dkim=pass header.i=@mon.example.com", true],
  ["SPF of its domain", "mx.example; spf=pass smtp.mailfrom=bounce@mon.example.com", true],
  [
    "the second finding",
    "mx.example; dkim=fail header.d=mon.example.com; spf=pass smtp.mailfrom=mon.example.com",
    true,
  ],
  ["capital letters", "MX.EXAMPLE; DKIM=PASS HEADER.D=Mon.Example.COM", true],
  ["DKIM of somebody else", "mx.example; dkim=pass header.d=evil.example", false],
  ["a domain that only ends alike", "mx.example; dkim=pass header.d=ample.com", false],
  ["a whole top level", "mx.example; dkim=pass header.d=com", false],
  ["a part of its domain", "mx.example; dkim=pass header.d=sub.mon.example.com", false],
  ["failure", "mx.example; dkim=fail header.d=mon.example.com; spf=softfail smtp.mailfrom=mon.example.com", false],
  ["what stands in a comment", "mx.example; dkim=none (dkim=pass; dmarc=pass header.from=mon.example.com)", false],
  ["what stands in a comment in a comment", "mx.example; dkim=none ((x); dkim=pass header.d=mon.example.com)", false],
  [
    "what a sender put into quotes",
    'mx.example; spf=pass smtp.mailfrom="; dkim=pass header.d=mon.example.com; x"@evil.example',
    false,
  ],
  [
    "a quote that a sender put into a comment",
    'mx.example; spf=none (") smtp.mailfrom="; dkim=pass header.d=mon.example.com; x"@evil.example',
    false,
  ],
  [
    "an escaped quote",
    'mx.example; spf=pass smtp.mailfrom="\\"; dmarc=pass header.from=mon.example.com"@evil.example',
    false,
  ],
  ["SPF of the greeting alone", "mx.example; spf=pass smtp.helo=mon.example.com", false],
  ["nothing", "mx.example; none", false],
  ["nobody looked", null, false],
])("%s: %j", (_, header, expected) => {
  expect(isSenderVerified(header, from)).toBe(expected);
});

test("whatever the header, it is judged; what proves nobody proves nobody", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (header, sender) => typeof isSenderVerified(header, sender) === "boolean"),
  );
  expect(isSenderVerified("mx; dkim=pass header.d=example.com", "no address")).toBe(false);
  expect(isSenderVerified(`mx; ${"(".repeat(100_000)}`, from)).toBe(false);
});

test("the receiver is the first word", () => {
  expect(authenticatingServerOf("mx.cloudflare.net (comment); dkim=pass")).toBe("mx.cloudflare.net");
  expect(authenticatingServerOf("")).toBe("");
});

test.each([
  ["", "anybody@example.org", true],
  ["alerts@example.com", "Alerts@Example.com", true],
  ["alerts@example.com", "other@example.com", false],
  ["example.com, @example.org", "x@example.org", true],
  ["example.com", "x@sub.example.com", false],
  ["example.com", "x@notexample.com", false],
])("of %j, %s: %s", (text, address, expected) => {
  expect(isSenderListed(parseSenderList(text), address)).toBe(expected);
});
