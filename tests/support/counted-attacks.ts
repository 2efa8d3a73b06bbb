import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunnerTask } from "vitest";
import { root } from "./sources";

const testsIn = (task: RunnerTask): number =>
  "tasks" in task ? task.tasks.reduce((sum, each) => sum + testsIn(each), 0) : 1;

/**
 * Returns how many tests of a file docs/security.md counts among the attacks, and how many there are besides the
 * counting one.
 */
export function countedAttacks(task: RunnerTask, file: string): { said: number; tests: number } {
  const text = readFileSync(join(root, "docs/security.md"), "utf8");
  const [, row = ""] = text.split("\n## Attacks tried");
  const line = row.split("\n").find((each) => each.includes(`\`${file}\``)) ?? "";
  return { said: Number(/\| (\d+) tests/.exec(line)?.[1]), tests: testsIn(task.file) - 1 };
}
