import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run as runProgram } from "../setup/install.mjs";
import type { BenchTable } from "./table.ts";

interface PrintedTable {
  section: string;
  table: BenchTable;
}

/** Joins tables with the same head: each size, part or file of a test prints its own rows. */
function joined(tables: readonly BenchTable[]): BenchTable[] {
  const byHead = Map.groupBy(tables, ({ head }) => head.join("|"));
  return [...byHead.values()].map((same) => ({ head: same[0]?.head ?? [], rows: same.flatMap(({ rows }) => rows) }));
}

/** Runs `npm test` with these arguments and returns the tables of the section; throws when a test fails. */
export async function measureTablesOfTests(section: string, args: readonly string[]): Promise<BenchTable[]> {
  const folder = mkdtempSync(join(tmpdir(), "upfront-tables-"));
  const file = join(folder, "tables.jsonl");
  writeFileSync(file, "");
  try {
    await runProgram(process.execPath, [join(root, "scripts/test.mjs"), ...args], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, UPFRONT_TABLES: file },
    });
    const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
    const printed: PrintedTable[] = lines.map((line) => JSON.parse(line));
    return joined(printed.filter((each) => each.section === section).map(({ table }) => table));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
