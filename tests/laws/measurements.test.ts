import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sectionNamesIn } from "../../scripts/bench/document.ts";
import { allBenchSections, benchSectionTests, defaultBenchSections } from "../../scripts/bench/sections.ts";
import { root } from "../support/sources";

const document = readFileSync(join(root, "docs/measurements.md"), "utf8");

test("each section that the bench measures has its place in the document, and each place is written by the bench", () => {
  const places = sectionNamesIn(document);
  expect(places.toSorted()).toEqual(allBenchSections.toSorted());
  expect(document.split("\n<!-- measured by: ")).toHaveLength(places.length + 1);
  expect(defaultBenchSections.filter((name) => !allBenchSections.includes(name))).toEqual([]);
});

test("each measured table says below it when and where it was measured", () => {
  const lines = document.split("\n");
  const last = lines.flatMap((line, index) => (line === "<!-- end -->" ? [lines[index - 1]] : []));
  expect(
    last.filter((line) => !/^Measured (on|on or before|before) \d+ \w+ \d{4}: \d+ cores?\b.*\.$/.test(line ?? "")),
  ).toEqual([]);
});

test("a section that tests measure names files that print its table", () => {
  const names = Object.values(benchSectionTests).flatMap((args) => args.filter((each) => !each.startsWith("--")));
  const missing = names.filter((name) => !existsSync(join(root, name)) && !existsSync(join(root, `${name}.test.ts`)));
  expect(missing).toEqual([]);
});
