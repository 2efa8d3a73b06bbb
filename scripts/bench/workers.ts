import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase } from "../../server/migrate.ts";
import { startRuntime, type WorkerRuntime } from "../../server/runtime.ts";
import { openStateFolder } from "../../server/state/state.ts";

/** A workerd with its processes, so that their CPU time can be read. */
export interface WorkerBench {
  url: URL;
  pids: number[];
  stop(): Promise<void>;
}

export interface UpfrontBench extends WorkerBench {
  runtime: WorkerRuntime;
}

const secret = "only the bench knows this secret, 32 or more";
/**
 * The temporary folder, which is set again after each run, because a runtime replaces it by its own folder and removes
 * that at its end.
 */
const folder = tmpdir();
export const benchOrigin = "http://localhost:8787";

/** Returns the workerds of this process: other programs on the machine have their own. */
const workerds = (): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, program, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
        return program === "workerd" && Number(parent) === process.pid ? [Number(name)] : [];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT" || (error as NodeJS.ErrnoException).code === "ESRCH")
          return [];
        throw error;
      }
    });

async function withPids<T>(start: () => Promise<T>): Promise<{ started: T; pids: number[] }> {
  const before = new Set(workerds());
  const started = await start();
  return { started, pids: workerds().filter((pid) => !before.has(pid)) };
}

export const newBenchFolder = (): string => mkdtempSync(join(folder, "upfront-bench-"));

/**
 * Starts the built worker on a new database, or on that of a kept folder, without the listener and the clock. `bare`
 * leaves out the tables; `networks` are the private networks that it may call.
 */
export async function startUpfrontBench({
  bare = false,
  script = undefined as string | undefined,
  plan = "free",
  networks = [] as string[],
  kept = newBenchFolder(),
} = {}): Promise<UpfrontBench> {
  const state = openStateFolder(kept);
  const own = { UPFRONT_SECRET: secret, UPFRONT_URL: benchOrigin, UPFRONT_INGEST_LIMIT: "0", UPFRONT_PLAN: plan };
  const bindings = { ...own, UPFRONT_NETWORK_ALLOW: networks.join(",") };
  const { started, pids } = await withPids(() =>
    startRuntime({ bindings, networks, ...(script ? { script } : {}) }, state),
  );
  if (!bare) await migrateDatabase(started.database);
  const stop = async () => {
    await started.stop();
    await state.release();
    process.env.TMPDIR = folder;
  };
  return { runtime: started, url: started.url, pids, stop };
}

const hello = `export class Checker {}
export class Inbox {}
export default { fetch: () => new Response("hello", { headers: { "content-type": "text/html" } }), queue() {} };`;

/**
 * Starts a worker that answers "hello", with the same assets, bindings, date, flags and socket: only the code differs.
 */
export const startHelloWorker = (): Promise<UpfrontBench> => startUpfrontBench({ bare: true, script: hello });

const ticksPerSecond = 100;

/** Returns user and system time of the processes, in ms. */
export function cpuMsOf(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return (ticks.reduce((sum, each) => sum + each, 0) * 1000) / ticksPerSecond;
}
