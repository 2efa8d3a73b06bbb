import { join } from "node:path";
import { startVitest, type TestModule } from "vitest/node";
import { root } from "../setup/install.mjs";
import type { NamedTest, Verdict } from "./verdict.ts";

/** Tests that one process runs; without a defence there is one, because its modules were read without it. */
export interface Trial {
  tests: readonly NamedTest[];
  /** Place in the list of what is taken out; absent = nothing is. */
  defence?: number;
}

const inject = new URL("./inject.ts", import.meta.url).href;
const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const isRule = ({ test }: NamedTest) => test.startsWith("app/rules/");

/** A project of Vitest each: its process reads one file without its defence, and all share the rest of Vitest. */
const projectOf = ({ tests, defence }: Trial, at: number) => ({
  test: {
    name: String(at),
    include: [...new Set(tests.map(({ test }) => test))],
    isolate: false,
    env: { NODE_ENV: "production" },
    setupFiles: tests.every(isRule) ? [] : ["tests/support/each-file.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ["--max-old-space-size=768", "--import", defence === undefined ? inject : `${inject}?defence=${defence}`],
  },
});

function verdictOf(modules: readonly TestModule[], { test, name }: NamedTest): Verdict {
  const module = modules.find(({ moduleId }) => moduleId === join(root, test));
  const named = module ? [...module.children.allTests()].filter(({ fullName }) => fullName.includes(name)) : [];
  const states = named.map((each) => each.result().state).filter((state) => state !== "skipped");
  if (states.length === 0) return "none";
  return states.includes("failed") ? "failed" : "passed";
}

/** Runs these trials under one Vitest; the verdicts of each one's tests. */
export async function tryTogether(trials: readonly Trial[]): Promise<Verdict[][]> {
  const names = trials.flatMap(({ tests }) => tests.map(({ name }) => escaped(name)));
  const vitest = await startVitest("test", [], {
    root,
    config: false,
    watch: false,
    maxWorkers: 2,
    reporters: [{}],
    testNamePattern: [...new Set(names)].join("|"),
    projects: trials.map(projectOf),
  });
  const modules = vitest.state.getTestModules();
  await vitest.close();
  // Tests that fail are what is wanted here.
  process.exitCode = 0;
  return trials.map(({ tests }, at) => {
    const own = modules.filter(({ project }) => project.name === String(at));
    return tests.map((test) => verdictOf(own, test));
  });
}
