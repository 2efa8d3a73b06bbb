import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./sources";

/** Allowed values of a case's columns, in order. */
export const choices = {
  openedBy: ["alerts", "alerts, then a person", "a person"],
  says: ["as bad", "less", "nothing"],
  alerts: ["firing", "recovered"],
  visibleAs: ["draft", "published"],
  group: ["own", "another", "cause"],
  rule: ["draft", "publish"],
} as const;

type Choices = typeof choices;
export type Case = { [Column in keyof Choices]: Choices[Column][number] };

export interface Outcome {
  alert: string;
  team: string;
  sameName: string;
  visitors: string;
}

export interface Row {
  line: string;
  cases: Case[];
  outcome: Outcome;
}

const columns = Object.keys(choices) as (keyof Choices)[];

/** Returns the values of one cell. The separator is a semicolon when a value contains a comma. */
function wordsOf(column: keyof Choices, cell: string): string[] {
  const known: readonly string[] = choices[column];
  const said = known.includes(cell) ? [cell] : cell.split(cell.includes(";") ? "; " : ", ");
  const words = cell === "any" ? [...known] : said;
  for (const word of words) if (!known.includes(word)) throw new Error(`${column} cannot be “${word}”`);
  return words;
}

function rowOf(line: string): Row {
  const cells = line.split("|").map((each) => each.trim());
  const [, ...rest] = cells;
  let cases: Partial<Case>[] = [{}];
  for (const [at, column] of columns.entries()) {
    const words = wordsOf(column, rest[at] ?? "");
    cases = cases.flatMap((each) => words.map((word) => ({ ...each, [column]: word })));
  }
  const [alert = "", team = "", sameName = "", visitors = ""] = rest.slice(columns.length);
  return { line, cases: cases as Case[], outcome: { alert, team, sameName, visitors } };
}

/** Returns the rows of the table in docs/spec.md. */
export function joiningTable(): Row[] {
  const text = readFileSync(join(root, "docs/spec.md"), "utf8");
  const lines = (text.split("## 10. Who joins what")[1] ?? "").split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map(rowOf);
}

export const everyCase = (): Case[] =>
  columns.reduce<Partial<Case>[]>(
    (found, column) => found.flatMap((each) => choices[column].map((word) => ({ ...each, [column]: word }))),
    [{}],
  ) as Case[];
