import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const adapters = /^app\/\w+\/(kinds|contract)\//;
const sources = globSync("app/**/*.{ts,tsx}").filter((path) => !/\.test\.tsx?$/.test(path) && !adapters.test(path));
const reading = (pattern: RegExp) => sources.filter((path) => pattern.test(readFileSync(path, "utf8")));

test("nothing that runs asks an adapter for what the worker's adapters lack; the preview asks channels alone", () => {
  expect(reading(/\bsampleAnswers\b/)).toEqual([]);
  expect(reading(/\bsampleSettings\b/)).toEqual(["app/preview/preview.ts"]);
  expect(readFileSync("app/preview/preview.ts", "utf8")).toContain("adapter: AnyChannelAdapter");
});
