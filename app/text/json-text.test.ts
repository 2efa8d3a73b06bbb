import fc from "fast-check";
import { expect, test } from "vitest";
import { badJsonOffset, jsonComplexity, parseJson, parseJsonBytes } from "./json-text";

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const members = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join(",")}}`;
const codeOf = (text: string) => {
  const parsed = parseJson(text);
  return parsed.ok || parsed.failure.name !== "malformed" ? "ok" : parsed.failure.code;
};

test.each([
  [nested(32), "ok"],
  [nested(33), "too_complex"],
  [nested(100_000), "too_complex"],
  [members(5000), "ok"],
  [members(5001), "too_complex"],
  ['{"a":"{[:"}', "ok"],
  ['{"a":', "bad_json"],
  ["", "bad_json"],
  ["[".repeat(30), "bad_json"],
])("%.40s… is %s", (text, expected) => expect(codeOf(text)).toBe(expected));

test.each([
  ['{"a":}', 5],
  ['{"a":1,}', 7],
  ["[1 2]", 3],
  ['{"a" 1}', 5],
  ["", 0],
  ['{"a":1} x', 8],
  ['{"a":tru}', 5],
  ['["\\x"]', 1],
  ['{"a":1', 6],
  ["[1}", 2],
  ["{1:2}", 1],
])("%s is broken at %i", (text, offset) => expect(badJsonOffset(text)).toBe(offset));

test("the offset of what JSON.stringify made is its end, and a cut is noticed at or before the cut", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), (value, at) => {
      const text = JSON.stringify([value]);
      expect(badJsonOffset(text)).toBe(text.length);
      const cut = at % text.length;
      expect(badJsonOffset(text.slice(0, cut))).toBeLessThanOrEqual(cut);
    }),
  );
});

test("members are counted as they are", () => {
  const count = (value: unknown): number =>
    typeof value === "object" && value !== null
      ? (Array.isArray(value) ? 0 : Object.keys(value).length) +
        Object.values(value).reduce((sum: number, each) => sum + count(each), 0)
      : 0;
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonComplexity(JSON.stringify(value)).keys).toBe(count(value));
    }),
  );
});

test("broken UTF-8 says at which byte", () => {
  const bytes = new Uint8Array([0x7b, 0x22, 0x61, 0xff, 0x22, 0x7d]);
  const parsed = parseJsonBytes(bytes);
  expect(parsed).toMatchObject({ ok: false, failure: { code: "bad_json", detail: expect.stringContaining("byte 3") } });
  expect(parseJsonBytes(new TextEncoder().encode('{"ü":1}'))).toEqual({ ok: true, value: { ü: 1 } });
});

test("__proto__ is a plain member", () => {
  const parsed = parseJson('{"__proto__":{"polluted":true}}');
  expect(parsed.ok && Object.keys(parsed.value as object)).toEqual(["__proto__"]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
