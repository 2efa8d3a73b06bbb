import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  allNameFindings,
  findingCountsByFolder,
  type NameFindingKind,
  nameFindingsIn,
} from "../../scripts/plain-names/findings.ts";
import { root } from "../support/sources";

/** Names that may stay for now, by path, and the most comments that each folder may have. Both only shrink. */
interface Allowances {
  names: Record<string, string[]>;
  comments: Record<"fragments" | "long", Record<string, number>>;
}

const allowed = JSON.parse(readFileSync(join(root, "tests/laws/plain-names.json"), "utf8")) as Allowances;
const findings = allNameFindings();
const nameFigures: readonly NameFindingKind[] = ["types", "exports", "numbers", "files"];

const keysOf = (names: Record<string, readonly string[]>): string[] =>
  Object.entries(names).flatMap(([path, own]) => own.map((name) => `${path} ${name}`));

const found = findings.filter(({ figure }) => nameFigures.includes(figure)).map(({ path, text }) => `${path} ${text}`);

test("a name says what it is, and a number its unit: each says its noun, or is in the list", () => {
  const known = new Set(keysOf(allowed.names));
  expect(found.filter((name) => !known.has(name))).toEqual([]);
});

test("a name in the list that is gone is taken out of the list", () => {
  const left = new Set(found);
  expect(keysOf(allowed.names).filter((name) => !left.has(name))).toEqual([]);
});

test.each(["fragments", "long"] as const)(
  "comments (%s) become fewer: a folder has at most as many as the list says",
  (figure) => {
    const counts = findingCountsByFolder(findings, figure);
    const more = Object.entries(counts).filter(([folder, count]) => count > (allowed.comments[figure][folder] ?? 0));
    expect(more).toEqual([]);
  },
);

test("the law bites: a participle, a pronoun, an empty noun, a number without a unit, a file without a noun, a fragment", () => {
  const text = [
    "/** What of it is told. */",
    "interface Told { at: number }",
    "export type AlertSaid = Told;",
    "export type DeliveryRow = Told;",
    "export const shown = (told: Told) => told;",
    "export const isShown = (told: Told) => told.at > 0;",
    "const patience = 10 * 1000;",
    "const patienceMs = 10 * 1000;",
    "// One line.",
    "// A second one.",
    "// A third one.",
    "// A fourth one.",
  ].join("\n");
  expect(
    nameFindingsIn("app/alerts/one.ts", text).map((each) => `${each.figure}: ${each.text} (${each.line})`),
  ).toEqual([
    "files: one (1)",
    "types: Told (2)",
    "types: AlertSaid (3)",
    "exports: shown (5)",
    "numbers: patience (7)",
    "fragments: What of it is told. (1)",
    "long: One line. A second one. A third one. A fourth one. (9)",
  ]);
  expect(nameFindingsIn("app/alerts/verbs.ts", "export const maxRows = 50;")).toEqual([]);
});
