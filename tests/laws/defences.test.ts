import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defenceChapterByFile, removedDefences, securityRowsWithoutRemoval } from "../../scripts/mutations/defence.ts";
import { textWithSeededFault } from "../../scripts/mutations/seeded-fault.ts";
import { root } from "../support/sources";

/** docs/security.md against the list of what `npm run mutations -- --defences` takes out. */
const texts = new Map<string, string>();
function read(path: string): string {
  const text = texts.get(path) ?? readFileSync(join(root, path), "utf8");
  texts.set(path, text);
  return text;
}

/** Rows that say what meets a requirement, or where what a client takes ends: first cell → the cell of its tests. */
const rows = new Map(
  read("docs/security.md")
    .split("\n## A sign-in of the last ten minutes")[0]
    ?.split("\n")
    .filter((line) => /^\| .*`(app|tests|docs)\/.* \|$/.test(line))
    .map((line) => line.slice(2, -2).split(" | "))
    .filter((cells) => cells.length === 4)
    .map((cells) => [cells[0] ?? "", cells[3] ?? ""]),
);

const placeOf = (row: string) => [...rows.keys()].find((each) => each === row || each.startsWith(`${row}:`));

test("each row has a defence that is taken out, or the reason why none is; and nothing else does", () => {
  expect(rows.size).toBeGreaterThan(100);
  const named = [...new Set(removedDefences.map(({ row }) => row)), ...Object.keys(securityRowsWithoutRemoval)];
  expect(named.filter((row) => placeOf(row) === undefined)).toEqual([]);
  const held = named.map(placeOf);
  expect([...rows.keys()].filter((row) => !held.includes(row))).toEqual([]);
  expect(held.length).toBe(new Set(held).size);
});

test("each is in the file of its table or chapter, and once", () => {
  const astray = [...defenceChapterByFile].flatMap(([file, { removed, kept }]) => {
    const [, number = ""] = /^v0?(\d+)-/.exec(file) ?? [];
    const inRows = [...removed.map(({ row }) => row), ...Object.keys(kept)];
    return inRows.filter((row) => (/^V(\d+)\./.exec(row)?.[1] ?? "") !== number).map((row) => `${file}: ${row}`);
  });
  expect(astray).toEqual([]);
  expect(new Set(removedDefences.map((each) => JSON.stringify(each))).size).toBe(removedDefences.length);
});

test("a reason is a reason", () => {
  expect(Object.entries(securityRowsWithoutRemoval).filter(([, reason]) => reason.length < 20)).toEqual([]);
});

test("what is taken out stands once in its file, and its test is there by that name and in that row", () => {
  const trouble: string[] = [];
  for (const fault of removedDefences) {
    const { row, file, from, to, test: path, name } = fault;
    if (from === to) trouble.push(`${row}: nothing is taken out`);
    try {
      textWithSeededFault(read(file), fault);
    } catch (error) {
      trouble.push(`${row}: ${(error as Error).message}`);
    }
    if (!read(path).includes(name)) trouble.push(`${row}: ${path} has no “${name}”`);
    if (!rows.get(placeOf(row) ?? "")?.includes(path)) trouble.push(`${row} does not name ${path}`);
  }
  expect(trouble).toEqual([]);
});

test("a test that a row names by its words is tried without its defence", () => {
  const isNamedByWords = (part: string) => /^`[^`]+`: /.test(part);
  const tried = new Set(removedDefences.map(({ row, test: path }) => `${placeOf(row)} ${path}`));
  const kept = new Set(Object.keys(securityRowsWithoutRemoval).map(placeOf));
  const untried = [...rows].flatMap(([row, cell]) =>
    cell
      .split(/, (?=`(?:app|tests)\/)/)
      .filter((part) => isNamedByWords(part) && !kept.has(row) && !tried.has(`${row} ${part.split("`")[1]}`)),
  );
  expect(untried).toEqual([]);
});
