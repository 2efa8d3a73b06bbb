import { join } from "node:path";
import { ensureBuild } from "../../server/build.ts";
import { runChecks } from "../check/checks.ts";
import { endProcessGroups } from "../check/group.ts";
import { onEnding } from "../setup/ending.mjs";
import { root } from "../setup/install.mjs";
import { ensurePrograms, journeyFilesByName, storiesNeedingPrograms } from "./programs.ts";
import { runVitest, slowestFileLines, type TestCounts } from "./vitest.ts";

let ending = false;

interface TestOptions {
  /** True = also the long loads, which run for hours rather than minutes. */
  long: boolean;
  /** True = with the runtime's own D1, which takes four times the work, instead of the database of a cell. */
  d1: boolean;
  /** Parts of paths that select files. */
  names: string[];
}

function askedFor(given: readonly string[]): TestOptions {
  const flags = given.filter((each) => each.startsWith("-"));
  const unknown = flags.filter((each) => each !== "--long" && each !== "--d1");
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(" ")}. npm test -- [--long] [--d1] [NAME …]`);
    process.exit(2);
  }
  return {
    long: flags.includes("--long"),
    d1: flags.includes("--d1"),
    names: given.filter((each) => !each.startsWith("-")),
  };
}

const asked = askedFor(process.argv.slice(2));
const longer: Record<string, string> = {
  ...(asked.long ? { UPFRONT_LONG: "1" } : {}),
  ...(asked.d1 ? { UPFRONT_TESTS_BY_D1: "1" } : {}),
};

/** Hundreds of files import the same packages, so Node's compiled code is cached. */
const compiled = { ...longer, NODE_COMPILE_CACHE: join(root, ".cache/compiled") };

onEnding(async () => {
  ending = true;
  await endProcessGroups(1500);
  process.exit(130);
});

async function isBuilt(): Promise<boolean> {
  try {
    await ensureBuild();
    return true;
  } catch (error) {
    console.error((error as Error).message);
    return false;
  }
}

const none: TestCounts = { passed: 0, failed: 0, skipped: 0, files: [], failures: [] };

/** Runs the stories on the built worker. Stories that need a missing program are skipped and reported. */
async function runStories(programs: Promise<readonly string[]>): Promise<TestCounts> {
  if (journeyFilesByName(asked.names).length === 0) return none;
  const [missing, built] = await Promise.all([programs, isBuilt()]);
  if (!built) return { ...none, failed: 1, failures: ["stories: the worker was not built"] };
  const without = storiesNeedingPrograms(missing);
  for (const file of without) console.log(`SKIPPED ${file}: it needs ${missing.join(" and ")} (apt-get install)`);
  return runVitest(["stories"], { env: { ...compiled, UPFRONT_BUILT: "1" }, without, names: asked.names });
}

/** Runs rules, D1, loads and fuzz tests at a lower priority than the stories, which wait half of their time. */
async function runInside(programs: Promise<readonly string[]>): Promise<TestCounts> {
  await programs;
  return runVitest(["rules", "d1", "load", "fuzz"], { env: compiled, names: asked.names, niceness: 3 });
}

/**
 * Runs types, lint and dead code; rules and D1; and stories: in parallel, and completely, even when a part fails. With
 * names only the tests of these.
 */
async function runAll(): Promise<TestCounts> {
  const named = asked.names.length > 0;
  const programs = ensurePrograms();
  const [checks, ...parts] = await Promise.all([
    named ? null : runChecks(["architecture"]),
    runInside(programs),
    runStories(programs),
  ]);
  if (checks) parts.unshift({ ...none, ...checks });
  const sum = (key: "passed" | "failed" | "skipped") => parts.reduce((total, part) => total + part[key], 0);
  const [files, failures] = [parts.flatMap((part) => part.files), parts.flatMap((part) => part.failures)];
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped"), files, failures };
}

/** In CI a test that did not run has failed. */
function verdict({ passed, failed, skipped }: TestCounts): { line: string; code: number } {
  const inCi = process.env.CI === "true";
  const bad = failed + (inCi ? skipped : 0);
  if (skipped > 0) console.log(`${skipped} skipped${inCi ? ", which fails in CI" : ""}`);
  return { line: `${passed} passed, ${bad} failed`, code: bad === 0 ? 0 : 1 };
}

const counts = await runAll();
if (asked.names.length > 0 && counts.files.length + counts.failed === 0) {
  console.error(`No file of tests has ${asked.names.join(" or ")} in its path.`);
  process.exit(2);
}
const { line, code } = verdict(counts);
if (!ending) {
  console.log(`\nSlowest files:\n${slowestFileLines(counts.files).join("\n")}`);
  if (counts.failures.length > 0) console.log(`\nFailed:\n${counts.failures.join("\n")}`);
  console.log(`\n${line}`);
  process.exit(code);
}
