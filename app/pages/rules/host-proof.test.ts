import fc from "fast-check";
import { expect, test } from "vitest";
import { refusalText } from "~/i18n/refusal-text";
import { parseHost, parseTxtRecords } from "./host-proof";

const own = "up.acme.com";

test.each([
  ["status.example.com", "status.example.com"],
  [" Status.Example.COM. ", "status.example.com"],
  ["a.b.c.example.co.uk", "a.b.c.example.co.uk"],
  ["störung.example.de", "xn--strung-xxa.example.de"],
  ["below.up.acme.com", "below.up.acme.com"],
])("%s is %s", (typed, host) => {
  expect(parseHost(typed, own)).toEqual({ ok: true, host });
});

test.each([
  ["", "bad_host"],
  ["up.acme.com", "own_host"],
  ["UP.acme.com.", "own_host"],
  ["192.0.2.1", "ip_host"],
  ["0x7f.1", "ip_host"],
  ["2130706433", "ip_host"],
  ["[::1]", "ip_host"],
  ["2001:db8::1", "ip_host"],
  ["localhost", "single_label"],
  ["status", "single_label"],
  ["*.example.com", "wildcard_host"],
  ["status.localhost", "private_host"],
  ["status.local", "private_host"],
  ["https://status.example.com", "bad_host"],
  ["status.example.com:8443", "bad_host"],
  ["status.example.com/x", "bad_host"],
  ["a@status.example.com", "bad_host"],
  ["-a.example.com", "bad_host"],
  ["a..example.com", "bad_host"],
  ["a_b.example.com", "bad_host"],
  [`${"a".repeat(64)}.example.com`, "bad_host"],
  [`${"a.".repeat(130)}com`, "bad_host"],
])("%s is refused: %s", (typed, code) => {
  expect(parseHost(typed, own)).toMatchObject({ ok: false, code });
});

test("whatever is typed gives a host that browsers would write the same, or a reason", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (typed) => {
      const read = parseHost(typed, own);
      if (read.ok) expect(new URL(`https://${read.host}/`).host).toBe(read.host);
      else expect(refusalText(read.message, "en").length).toBeGreaterThan(10);
    }),
  );
});

const answer = (...data: unknown[]) =>
  JSON.stringify({ Status: 0, Answer: data.map((each) => ({ type: 16, data: each })) });

test("texts of an answer: quoted, in parts, escaped; other records and other shapes give none", () => {
  expect(parseTxtRecords(answer('"upfront-proof=abc"', '"one" "two"', "plain", '"a\\"b"'))).toEqual([
    "upfront-proof=abc",
    "onetwo",
    "plain",
    'a\\"b',
  ]);
  expect(parseTxtRecords(JSON.stringify({ Status: 3 }))).toEqual([]);
  expect(parseTxtRecords(JSON.stringify({ Status: 0, Answer: [{ type: 5, data: "x" }, null, { type: 16 }] }))).toEqual(
    [],
  );
  for (const body of ["", "<html>", "null", "[]", "{}"]) expect(parseTxtRecords(body)).toBeNull();
});
