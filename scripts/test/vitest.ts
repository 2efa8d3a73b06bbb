import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { runProcessGroup } from "../check/group.ts";
import { root } from "../setup/install.mjs";

export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
  files: TestFileDuration[];
  /** Names of failed tests, and runs that failed without one. */
  failures: string[];
}

/** Duration of a file's tests, including waits, without its imports. */
export interface TestFileDuration {
  file: string;
  seconds: number;
}

interface FileReport {
  name: string;
  /** UTC ms. */
  startTime: number;
  endTime: number;
  status: string;
  /** Why the file failed outside of its tests: it does not load, or what it does after them fails. */
  message: string;
  assertionResults: { fullName: string; status: string }[];
}

interface Report {
  testResults: FileReport[];
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  success: boolean;
}

export interface VitestOptions {
  env?: Record<string, string>;
  /** Files that are left out. */
  without?: readonly string[];
  /** Parts of paths that select files; none = all. */
  names?: readonly string[];
  /** Priority left to other processes, 0 to 19. */
  niceness?: number;
}

const timesOf = ({ testResults }: Report): TestFileDuration[] =>
  testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));

/** Returns the failed tests of a file, or why it failed without one. */
function failuresOf({ name, status, message, assertionResults }: FileReport): string[] {
  const file = relative(root, name);
  const failed = assertionResults.filter((each) => each.status === "failed");
  if (status === "failed" && failed.length === 0) return [`${file}: ${message.split("\n", 1)}`];
  return failed.map(({ fullName }) => `${file} > ${fullName}`);
}

/** Returns readable lines, the slowest first. */
export function slowestFileLines(files: readonly TestFileDuration[], count = 10): string[] {
  const sorted = files.toSorted((one, other) => other.seconds - one.seconds);
  return sorted.slice(0, count).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

/**
 * Runs projects of vitest.config.ts; a run that fails without a failed test (a file that does not load) counts as one.
 */
export async function runVitest(projects: readonly string[], how: VitestOptions = {}): Promise<TestCounts> {
  const { env = {}, without = [], names = [], niceness = 0 } = how;
  const report = join(root, ".cache", `test-${projects.join("-")}.json`);
  mkdirSync(join(root, ".cache"), { recursive: true });
  rmSync(report, { force: true });
  const code = await runProcessGroup(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      ...names,
      "--passWithNoTests",
      ...projects.flatMap((name) => ["--project", name]),
      ...without.flatMap((file) => ["--exclude", file]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    env,
    niceness,
  );
  const otherwise = code === 0 ? [] : [`${projects.join(", ")}: exit code ${code} without a failed test`];
  const nothing = { passed: 0, failed: otherwise.length, skipped: without.length, files: [], failures: otherwise };
  if (!existsSync(report)) return nothing;
  const found = JSON.parse(readFileSync(report, "utf8")) as Report;
  const failed = Math.max(found.numFailedTests, code === 0 ? 0 : 1);
  const skipped = found.numPendingTests + found.numTodoTests + without.length;
  const named = found.testResults.flatMap(failuresOf);
  const failures = named.length > 0 ? named : otherwise;
  return { passed: found.numPassedTests, failed, skipped, files: timesOf(found), failures };
}
