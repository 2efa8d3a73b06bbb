import { fetchPage, median } from "./load.ts";
import type { BenchTable } from "./table.ts";
import { cpuMsOf, startHelloWorker, startUpfrontBench, type WorkerBench } from "./workers.ts";

const roundCount = 5;
const maxStartMs = 100;

/** Returns the CPU of the process until the first answer, in ms; the deployment's answer needs no database. */
async function untilFirst(start: () => Promise<WorkerBench>): Promise<number> {
  const bench = await start();
  await fetchPage(bench.url, { path: "/healthz" });
  const spent = cpuMsOf(bench.pids);
  await bench.stop();
  return spent;
}

/**
 * Compares the cost of loading and starting the worker's code with that of a worker that answers "hello", in the same
 * minutes.
 */
export async function measureStartUpTables(): Promise<BenchTable[]> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < roundCount; round++) {
    theirs.push(await untilFirst(startHelloWorker));
    ours.push(await untilFirst(() => startUpfrontBench({ bare: true })));
  }
  const [mine, base] = [median(ours), median(theirs)];
  const rows = [
    ["Upfront with its database; hello", `${mine.toFixed(0)} ms; ${base.toFixed(0)} ms`, ""],
    ["difference", `${(mine - base).toFixed(0)} ms`, `≤ ${maxStartMs} ms`],
  ];
  return [{ head: ["CPU until the first answer", "median", "bound"], rows }];
}
