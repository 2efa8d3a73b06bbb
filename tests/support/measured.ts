import { appendFileSync } from "node:fs";
import { type BenchTable, tableMarkdown } from "../../scripts/bench/table.ts";

/**
 * Prints a table of a section of docs/measurements.md. `npm run bench -- --SECTION` names a file in UPFRONT_TABLES and
 * reads the table from there; tables of one section with the same head become one.
 */
export function printTable(section: string, table: BenchTable): void {
  console.log(tableMarkdown(table));
  const file = process.env.UPFRONT_TABLES;
  if (file) appendFileSync(file, `${JSON.stringify({ section, table })}\n`);
}

/** Prints how often operations were tried with one call to the database failing. */
export function printFaults(operations: string, cases: number, toldTwice = 0): void {
  printTable("faults", { head: ["operations", "cases", "told twice"], rows: [[operations, cases, toldTwice]] });
}
