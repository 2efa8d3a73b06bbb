import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { attackRows } from "../support/attacks-said";
import { root } from "../support/sources";

/** docs/security.md against the list of ASVS 5.0 (tests/fixtures/asvs), and against the tests that it names. */
const read = (path: string) => readFileSync(join(root, path), "utf8");

const ids = read("tests/fixtures/asvs/level-2.txt")
  .split("\n")
  .flatMap((line) => /^(V\d+\.\d+\.\d+) L[12]$/.exec(line)?.[1] ?? []);

/** Cells of the rows that begin with requirements. */
const rows = read("docs/security.md")
  .split("\n")
  .filter((line) => /^\| V\d+\.\d+\.\d+/.test(line))
  .map((line) => line.slice(2, -2).split(" | "));

const requirements = ([first = ""]: readonly string[]) => first.split(", ");

test("every requirement of levels 1 and 2 stands in one row, and nothing else does", () => {
  expect(ids).toHaveLength(253);
  const said = rows.flatMap(requirements);
  expect(said.toSorted()).toEqual(ids.toSorted());
});

/** `file`: words of the test that is meant; several after one another. */
const named = /`((?:app|tests|docs)\/[\w./-]+)`(?:: ((?:(?!, `(?:app|tests|docs)\/).)+))?/g;

test("what is met names its tests, and they are there by these words; what does not apply says why", () => {
  const trouble: string[] = [];
  for (const row of rows) {
    const [requirement = "", ...rest] = row;
    if (row.length === 2) {
      if ((rest[0] ?? "").length < 8) trouble.push(`${requirement}: no reason`);
      continue;
    }
    const tests = [...(row[3] ?? "").matchAll(named)];
    if (tests.length === 0) trouble.push(`${requirement}: names nothing`);
    for (const [, file = "", words = ""] of tests) {
      if (!existsSync(join(root, file))) trouble.push(`${requirement}: no ${file}`);
      else if (!read(file).includes(words.trim())) trouble.push(`${requirement}: ${file} has no “${words}”`);
    }
  }
  expect(trouble).toEqual([]);
});

/** It reads what is said of it there. */
const comparesIt = (file: string): boolean => /attacksSaid\(|countedAttacks\(|"docs\/security\.md"/.test(read(file));

test("how many attacks are tried is counted by the tests that try them, or is not said", () => {
  expect(attackRows.length).toBeGreaterThan(20);
  const written = attackRows.filter(([attack = "", tried = ""]) => {
    const files = [...attack.matchAll(named)].map(([, file = ""]) => file).filter((file) => /\.test\.tsx?$/.test(file));
    return /\d/.test(tried) && !files.some(comparesIt);
  });
  expect(written).toEqual([]);
});
