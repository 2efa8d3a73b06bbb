import { join } from "node:path";
import { startVitest, type TestModule } from "vitest/node";
import { root } from "../setup/install.mjs";
import { escapeTestName, type MutationVerdict, type NamedTest } from "./verdict.ts";

/**
 * Runs one named test without one defence, in a process of its own: `trial.ts FILE NAME [PLACE]`; it sends its verdict.
 */
const [test = "", name = "", defence] = process.argv.slice(2);
const inject = new URL("./inject.ts", import.meta.url).href;

function verdictOf(modules: readonly TestModule[], named: NamedTest): MutationVerdict {
  const module = modules.find(({ moduleId }) => moduleId === join(root, named.test));
  const tests = module ? [...module.children.allTests()].filter(({ fullName }) => fullName.includes(named.name)) : [];
  const states = tests.map((each) => each.result().state).filter((state) => state !== "skipped");
  if (states.length === 0) return "none";
  return states.includes("failed") ? "failed" : "passed";
}

/** True for rules, which need no database. */
const isDecision = (path: string): boolean =>
  /^app\/(?:.+\/rules|time|text|net|access|status|failures|fields|plan)\//.test(path);

const vitest = await startVitest("test", [], {
  root,
  config: false,
  watch: false,
  maxWorkers: 1,
  reporters: [{}],
  testNamePattern: escapeTestName(name),
  include: [test],
  isolate: false,
  env: { NODE_ENV: "production" },
  setupFiles: isDecision(test) ? [] : ["tests/support/each-file.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ["--max-old-space-size=768", "--import", defence ? `${inject}?defence=${defence}` : inject],
});
process.send?.(verdictOf(vitest.state.getTestModules(), { test, name }));
await vitest.close();
// Failing tests are expected here.
process.exit(0);
