import fc from "fast-check";
import { expect, test } from "vitest";
import { parseExactJsonBytes } from "./exact-json";

const read = (text: string) => parseExactJsonBytes(new TextEncoder().encode(text));

test.each([
  ['{"id":1420452374669001603}', { id: "1420452374669001603" }],
  ['{"id":-9007199254740993}', { id: "-9007199254740993" }],
  ['{"id":9007199254740991}', { id: 9007199254740991 }],
  [
    '["say \\"1420452374669001603\\" 1420452374669001603", 1420452374669001603]',
    ['say "1420452374669001603" 1420452374669001603', "1420452374669001603"],
  ],
  [
    '{"\\\\":12345678901234567890,"x":1234567890123456.5,"y":12345678901234567e3}',
    { "\\": "12345678901234567890", x: 1234567890123456.5, y: 12345678901234567e3 },
  ],
])("%s", (text, value) => {
  expect(read(text)).toEqual({ ok: true, value });
});

test("what is no JSON is refused at its own offset", () => {
  expect(read('{"id":1420452374669001603,}')).toMatchObject({
    ok: false,
    failure: { detail: expect.stringContaining("offset 26") },
  });
});

test("all other JSON is read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(
      fc.json({ stringUnit: "grapheme" }).filter((text) => !/\d{16}/.test(text)),
      (text) => {
        expect(read(text)).toEqual({ ok: true, value: JSON.parse(text) });
      },
    ),
  );
});
