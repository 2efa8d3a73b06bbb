import { expect, test } from "vitest";
import { shortHash } from "./short-hash";

test("equals the published values of 32-bit FNV-1a for ASCII", () => {
  expect(shortHash("")).toBe(0x811c9dc5);
  expect(shortHash("a")).toBe(0xe40c292c);
  expect(shortHash("foobar")).toBe(0xbf9cf968);
});
