import { expect, test } from "vitest";
import { fnvHash } from "./short-hash";

test("equals the published values of 32-bit FNV-1a for ASCII", () => {
  expect(fnvHash("")).toBe(0x811c9dc5);
  expect(fnvHash("a")).toBe(0xe40c292c);
  expect(fnvHash("foobar")).toBe(0xbf9cf968);
});
