import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type BoundedRun, defaultRunBounds, type RunBounds, runWithinBounds } from "./bounded-run.ts";
import type { SeededFault } from "./seeded-fault.ts";

/** `none`: no test of this name ran, as when the file does not load. `ended`: it exceeded a limit. */
export type MutationVerdict = "passed" | "failed" | "none" | "ended";

interface Report {
  testResults: { assertionResults: { status: string }[] }[];
}

export interface TestRun extends Pick<BoundedRun, "ended" | "seconds" | "cpuSeconds" | "printed"> {
  verdict: MutationVerdict;
}

export type NamedTest = Pick<SeededFault, "test" | "name">;

/** At full size a test runs for hours, and may use a gigabyte more. */
const longBounds: RunBounds = { bytes: 4e9, cpuSeconds: 6 * 3600, seconds: 6 * 3600 };

/** Returns the project in vitest.config.ts. */
const projectOf = (test: string): string => /^tests\/(load|fuzz)\//.exec(test)?.[1] ?? "d1";

export const escapeTestName = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

function verdictOf(path: string): MutationVerdict {
  if (!existsSync(path)) return "none";
  const { testResults } = JSON.parse(readFileSync(path, "utf8")) as Report;
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed" || status === "failed");
  if (ran.length === 0) return "none";
  return ran.some(({ status }) => status === "failed") ? "failed" : "passed";
}

/** Runs only the tests of this name. */
export async function runNamedTests(copy: string, { test, name }: NamedTest, long: boolean): Promise<TestRun> {
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  const args = [
    join(copy, "node_modules/vitest/vitest.mjs"),
    ...["run", test, "--project", projectOf(test), "--testNamePattern", escapeTestName(name), "--maxWorkers=1"],
    ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
  ];
  const env: Record<string, string> = long ? { UPFRONT_LONG: "1" } : {};
  const run = await runWithinBounds(args, { cwd: copy, env, bounds: long ? longBounds : defaultRunBounds });
  return { ...run, verdict: run.ended ? "ended" : verdictOf(report) };
}

/** Returns the word for a run: a test that also fails without the fault detects nothing. */
export async function verdictWordOf(verdict: MutationVerdict, isWell: () => Promise<boolean>): Promise<string> {
  if (verdict === "none") return "NOT RUN";
  if (verdict === "passed") return "MISSED";
  if (!(await isWell())) return "FAILS ANYWAY";
  return verdict === "ended" ? "ended" : "found";
}

/** True when the fault was detected; a test that has to be ended cannot pass either. */
export const isFaultDetected = (word: string): boolean => word === "found" || word === "ended";
