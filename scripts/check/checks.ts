import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "../setup/install.mjs";
import { runProcessGroup } from "./group.ts";

const tool = (path: string, ...args: string[]) => [join(root, "node_modules", path), ...args];

/**
 * Number of type checkers. Each resolves the imports of its files itself: four of them, the compiler’s default, take
 * two thirds more CPU than one.
 */
const checkers = Math.min(4, Math.ceil(availableParallelism() / 2));

/** Commands of `npm run check`. */
const checks: Record<string, string[]> = {
  format: tool("@biomejs/biome/bin/biome", "check", "--error-on-warnings"),
  types: tool("typescript7/bin/tsc", "-p", ".", "--checkers", String(checkers)),
  "dead code": tool("knip/bin/knip.js", "--no-config-hints"),
  architecture: tool("vitest/vitest.mjs", "run", "--project", "d1", "tests/laws/architecture.test.ts"),
};

/**
 * Runs all checks in parallel, so that one run reports everything that is wrong. Returns how many passed, and which
 * failed. `npm test` leaves the architecture to its D1 tests, which include it.
 */
export async function runChecks(
  without: readonly string[] = [],
): Promise<{ passed: number; failed: number; failures: string[] }> {
  const counts = { passed: 0, failed: 0, failures: [] as string[] };
  const wanted = Object.entries(checks).filter(([name]) => !without.includes(name));
  const check = async ([name, args]: [string, string[]]) => {
    const code = await runProcessGroup(process.execPath, args);
    if (code === 0) counts.passed++;
    else counts.failed = counts.failures.push(name);
    console.log(code === 0 ? `${name}: fine` : `${name}: FAILED`);
  };
  console.log(`\n— ${wanted.map(([name]) => name).join(", ")}`);
  await Promise.all(wanted.map(check));
  return counts;
}
