import { expect, test } from "vitest";
import { imageMediaTypeOf } from "./image-type";

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));

test.each([
  [bytes([0x89], "PNG\r\n", [0x1a], "\nrest"), "image/png"],
  [bytes([0xff, 0xd8, 0xff, 0xe0], "rest"), "image/jpeg"],
  [bytes("RIFF", [1, 2, 3, 4], "WEBPVP8 "), "image/webp"],
  [bytes("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/svg+xml"],
  [bytes("\uFEFF<?xml version='1.0'?>\n<!-- made --><!DOCTYPE svg>\n<!-- by -->\n<SVG>"), "image/svg+xml"],
  [bytes("GIF89a"), null],
  [bytes("RIFF", [1, 2, 3, 4], "WAVE"), null],
  [bytes("<html><svg></svg></html>"), null],
  [bytes("<svgx>"), null],
  [bytes("<script>alert(1)</script>"), null],
  [bytes(""), null],
])("%#", (given, type) => {
  expect(imageMediaTypeOf(given)).toBe(type);
});

test("a long text that is no picture is looked at in no time", () => {
  for (const text of [`${"<!-- -->".repeat(500)}x`, `<?xml ${" ".repeat(5000)}`, `${" ".repeat(100_000)}<svg>`]) {
    expect(imageMediaTypeOf(bytes(text))).toBeNull();
  }
});
