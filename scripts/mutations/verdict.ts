import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SeededFault } from "./seeded-fault.ts";

/** `none`: no test of this name ran, as when the file does not load. */
export type Verdict = "passed" | "failed" | "none";

interface Report {
  testResults: { assertionResults: { status: string }[] }[];
}

export interface Run {
  verdict: Verdict;
  seconds: number;
  printed: string;
}

export type NamedTest = Pick<SeededFault, "test" | "name">;

/** Of vitest.config.ts. */
const projectOf = (test: string): string => /^tests\/(load|fuzz)\//.exec(test)?.[1] ?? "d1";

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

function verdictOf(path: string): Verdict {
  if (!existsSync(path)) return "none";
  const { testResults } = JSON.parse(readFileSync(path, "utf8")) as Report;
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed" || status === "failed");
  if (ran.length === 0) return "none";
  return ran.some(({ status }) => status === "failed") ? "failed" : "passed";
}

/** Runs the tests of this name, and nothing else. */
export function runNamed(copy: string, { test, name }: NamedTest, long: boolean): Run {
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  const begun = performance.now();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(copy, "node_modules/vitest/vitest.mjs"),
      ...["run", test, "--project", projectOf(test), "--testNamePattern", escaped(name), "--maxWorkers=1"],
      ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    ],
    { cwd: copy, encoding: "utf8", env: { ...process.env, ...(long ? { UPFRONT_LONG: "1" } : {}) } },
  );
  const seconds = (performance.now() - begun) / 1000;
  return { verdict: verdictOf(report), seconds, printed: `${stdout}\n${stderr}` };
}
