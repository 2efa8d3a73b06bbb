import { expect, test } from "vitest";
import { digestOf } from "./digest";

test("a text has one digest, and no two of many alike have the same", () => {
  const texts = Array.from({ length: 20_000 }, (_, index) => `{"status":"operational","at":${index}}`);
  expect(new Set(texts.map(digestOf)).size).toBe(texts.length);
  expect(digestOf(texts[7] ?? "")).toBe(digestOf(texts[7] ?? ""));
  expect(digestOf("")).toMatch(/^[0-9a-z]+$/);
});
