import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeFile } from "./decoded-file";

const bytesOf16 = (text: string, isLittle: boolean): Uint8Array => {
  const units = [0xfeff, ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))];
  return new Uint8Array(units.flatMap((unit) => (isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])));
};

test("any text comes back as it was, as UTF-8 and as marked UTF-16", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      fc.pre(text.isWellFormed() && !text.startsWith("\uFEFF"));
      expect(decodeFile(new TextEncoder().encode(text))).toEqual({ text, encoding: null });
      expect(decodeFile(bytesOf16(text, true))).toEqual({ text, encoding: "utf-16le" });
      expect(decodeFile(bytesOf16(text, false))).toEqual({ text, encoding: "utf-16be" });
    }),
  );
});

test("what spreadsheets save in the West is read, and named", () => {
  const bytes = new Uint8Array([0x4d, 0xfc, 0x6e, 0x63, 0x68, 0x65, 0x6e, 0x20, 0x80]);
  expect(decodeFile(bytes)).toEqual({ text: "München €", encoding: "windows-1252" });
});

test("no bytes throw", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(typeof decodeFile(bytes).text).toBe("string");
    }),
  );
});
