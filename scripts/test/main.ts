import { join } from "node:path";
import { runChecks } from "../check/checks.ts";
import { endGroups } from "../check/group.ts";
import { onEnding } from "../setup/ending.mjs";
import { root } from "../setup/install.mjs";
import { ensureBuilt } from "../start/build.ts";
import { ensurePrograms, storiesNeeding } from "./programs.ts";
import { type Counts, runVitest } from "./vitest.ts";

let ending = false;

onEnding(async () => {
  ending = true;
  await endGroups(1500);
  process.exit(130);
});

/** Whole stories on the built worker; those that need a program which is not here are left out, visibly. */
async function runStories(missing: readonly string[]): Promise<Counts> {
  try {
    await ensureBuilt();
  } catch (error) {
    console.error((error as Error).message);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const without = storiesNeeding(missing);
  for (const file of without) console.log(`SKIPPED ${file}: it needs ${missing.join(" and ")} (apt-get install)`);
  return runVitest(["stories"], { env: { UPFRONT_BUILT: "1" }, without });
}

/** Hundreds of files import the same packages: what Node made of them is kept. */
const compiled = { NODE_COMPILE_CACHE: join(root, ".cache/compiled") };

/** Types, lint, dead code; rules and D1; stories. All of it, even when a part fails. */
async function runAll(): Promise<Counts> {
  const missing = await ensurePrograms();
  const checks = { ...(await runChecks(["architecture"])), skipped: 0 };
  const parts = [checks, await runVitest(["rules", "d1", "load"], { env: compiled }), await runStories(missing)];
  const sum = (key: keyof Counts) => parts.reduce((total, part) => total + part[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

/** In CI a test that did not run has failed. */
function verdict({ passed, failed, skipped }: Counts): { line: string; code: number } {
  const inCi = process.env.CI === "true";
  const bad = failed + (inCi ? skipped : 0);
  if (skipped > 0) console.log(`${skipped} skipped${inCi ? ", which fails in CI" : ""}`);
  return { line: `${passed} passed, ${bad} failed`, code: bad === 0 ? 0 : 1 };
}

const { line, code } = verdict(await runAll());
if (!ending) {
  console.log(`\n${line}`);
  process.exit(code);
}
