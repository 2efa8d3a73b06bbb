import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./sources";

const [, attacks = ""] = readFileSync(join(root, "docs/security.md"), "utf8").split("\n## Attacks tried\n");

/** The rows of docs/security.md, "Attacks tried": attack, what is tried, what was found. */
export const attackRows: readonly string[][] = (attacks.split("\n## ")[0] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2)
  .map((line) => line.slice(2, -2).split(" | "));

/** Returns how many attacks that document says a test file tries. */
export function attacksSaid(path: string): string {
  const [row, another] = attackRows.filter(([attack = ""]) => attack.includes(`\`${path}\``));
  if (!row || another) throw new Error(`docs/security.md has no one row of attacks that names ${path}`);
  return row[1] ?? "";
}
