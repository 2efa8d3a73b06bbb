import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { exceededRunBound, type RunBounds, runWithinBounds } from "../../scripts/mutations/bounded-run.ts";
import { parseProcessStat, processesOfLeader } from "../../scripts/mutations/process-tree.ts";
import { isFaultDetected, verdictWordOf } from "../../scripts/mutations/verdict.ts";
import { isAlive } from "../support/processes";

/** Wide enough for Node itself, and small enough that a runaway gets there within a second. */
const bounds: RunBounds = { bytes: 600e6, cpuSeconds: 20, seconds: 60 };
const isHere = process.platform === "linux";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "upfront-bounds-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(source: string, changed: Partial<RunBounds> = {}) {
  const script = join(folder, "script.mjs");
  writeFileSync(script, source);
  return runWithinBounds([script], { cwd: folder, bounds: { ...bounds, ...changed } });
}

const grown = "for (;;) held.push(Buffer.alloc(16e6, 1));";

test.runIf(isHere)("a process alone that grows without end is stopped, and its run fails", async () => {
  const { ended, answer, printed } = await run(`const held = []; ${grown} process.send("passed");`);
  expect(answer).toBeUndefined();
  expect(ended ?? printed).toMatch(/more than 0.6 GB of memory|ERR_MEMORY_ALLOCATION_FAILED|allocation failed/i);
});

test.runIf(isHere)("processes that hold too much together are ended, each of them, and that is said", async () => {
  // Each of them stays within what the system allows one process.
  const { ended } = await run(`
    import { spawn } from "node:child_process";
    import { writeFileSync } from "node:fs";
    const hold = "globalThis.held = Buffer.alloc(250e6, 1); setInterval(() => {}, 1000)";
    const children = [1, 2, 3].map(() => spawn(process.execPath, ["-e", hold], { detached: true }));
    writeFileSync("pids", JSON.stringify(children.map(({ pid }) => pid)));
    setInterval(() => {}, 1000);
  `);
  expect(ended).toBe("more than 0.6 GB of memory");
  const pids = JSON.parse(readFileSync(join(folder, "pids"), "utf8")) as number[];
  expect(pids).toHaveLength(3);
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
});

test.runIf(isHere)("a loop that never ends is stopped after its CPU time", async () => {
  expect(await run("for (;;);", { cpuSeconds: 0.3 })).toMatchObject({
    answer: undefined,
    ended: "more than 0.3 s of CPU",
  });
});

test("what only waits is ended after its time", async () => {
  const { ended } = await run("setInterval(() => {}, 1000);", { seconds: 0.3 });
  expect(ended).toBe("more than 0.3 s");
});

test("a run within its bounds answers, and of what it prints the end is kept", async () => {
  const { ended, answer, printed } = await run(`
    process.stdout.write("x".repeat(1e6) + "the end", () => process.send("passed", () => process.exit()));
  `);
  expect({ ended, answer }).toEqual({ ended: null, answer: "passed" });
  expect(printed).toMatch(/x the end$|xthe end$/);
  expect(printed.length).toBeLessThan(100_000);
});

test("the first bound that is passed is the one that is told", () => {
  const taken = { pids: [], bytes: 1e9, cpuSeconds: 30 };
  expect(exceededRunBound(taken, 1, { bytes: 2e9, cpuSeconds: 60, seconds: 60 })).toBeNull();
  expect(exceededRunBound(taken, 1, { bytes: 1e8, cpuSeconds: 1, seconds: 60 })).toBe("more than 0.1 GB of memory");
  expect(exceededRunBound(taken, 61, { bytes: 2e9, cpuSeconds: 60, seconds: 60 })).toBe("more than 60 s");
});

test("a process is read whatever its program is called, and belongs to who started it", () => {
  const stat = (pid: number, parent: number, session: number) =>
    `${pid} (a) b (c) S ${parent} ${pid} ${session} 0 -1 0 0 0 0 0 100 50 30 20 20 0 1 0 0 0 25 0`;
  const [leader, own, apart, other] = [stat(7, 1, 7), stat(8, 1, 7), stat(9, 8, 9), stat(10, 1, 10)].map(
    parseProcessStat,
  );
  if (!leader || !own || !apart || !other) throw new Error("There are four.");
  expect(leader).toEqual({ pid: 7, parent: 1, session: 7, bytes: 25 * 4096, cpuSeconds: 2 });
  expect(processesOfLeader(7, [other, apart, own, leader]).map(({ pid }) => pid)).toEqual([9, 8, 7]);
});

test("a test that has to be ended is seen, unless it has to be ended with everything in its place", async () => {
  const words = await Promise.all([
    verdictWordOf("ended", async () => true),
    verdictWordOf("ended", async () => false),
  ]);
  expect(words.map((word) => [word, isFaultDetected(word)])).toEqual([
    ["ended", true],
    ["FAILS ANYWAY", false],
  ]);
});
