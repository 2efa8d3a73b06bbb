import type { D1Database } from "@cloudflare/workers-types";
import { hourMs } from "../app/time/durations.ts";
import { endRuntimeLeases } from "./end-leases.ts";
import { startRuntime, type WorkerRuntime } from "./runtime.ts";
import type { FolderState } from "./state/state.ts";
import type { RuntimeOptions } from "./worker-options.ts";

/**
 * Pauses in ms before each restart; a runtime that ends more often within an hour has another problem, and the whole
 * start ends.
 */
const pauses = [500, 2000, 5000, 15_000, 30_000];

const later = { outcome: "later" } as const;

export interface LastingRuntime extends WorkerRuntime {
  /** True while it answers; false during a restart. */
  isUp(): boolean;
}

/** Returns the database of the present runtime: a statement is prepared where it will be run. */
const databaseOf = (current: () => WorkerRuntime): D1Database =>
  new Proxy({} as D1Database, {
    get(_, name) {
      const database = current().database;
      const found = Reflect.get(database, name);
      return typeof found === "function" ? found.bind(database) : found;
    },
  });

/**
 * Accepts emails for a runtime that may be restarting: an email is not to blame when it is down, or when the start is
 * ending.
 */
const mailTo = (
  running: () => WorkerRuntime | null,
  isEnding: () => boolean,
): Pick<WorkerRuntime, "receive" | "takesMail"> => ({
  // No message is being transferred yet, so that a failure here is not caused by one.
  takesMail: async (to) =>
    (await running()
      ?.takesMail(to)
      .catch(() => later)) ?? later,
  async receive(from, to, raw) {
    const received = running()?.receive(from, to, raw) ?? later;
    return Promise.resolve(received).catch((error: Error) => (isEnding() ? later : Promise.reject(error)));
  },
});

/** Starts a runtime that is restarted when it ends; this is logged. `ended` resolves when it is given up. */
export async function startLastingRuntime(options: RuntimeOptions, state: FolderState): Promise<LastingRuntime> {
  let current = await startRuntime(options, state);
  let up = true;
  let stopping = false;
  const ends: number[] = [];

  const again = async (): Promise<boolean> => {
    const now = Date.now();
    while (ends[0] !== undefined && ends[0] < now - hourMs) ends.shift();
    const pause = pauses[ends.length];
    ends.push(now);
    if (pause === undefined) return false;
    console.error(`The runtime ended by itself; it is started again in ${pause / 1000} s.`);
    await current.stop();
    await new Promise((done) => setTimeout(done, pause));
    if (stopping) return false;
    current = await startRuntime({ ...options, preparing: {} }, state);
    if (stopping) await current.stop();
    else await endRuntimeLeases(current.database, Date.now());
    console.error("The runtime was started again.");
    return !stopping;
  };

  const watch = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      up = false;
      if (stopping || !(await again())) return;
      up = true;
    }
  };

  return {
    get url() {
      return current.url;
    },
    database: databaseOf(() => current),
    isUp: () => up,
    tick: (at) => current.tick(at),
    ...mailTo(
      () => (up && !stopping ? current : null),
      () => stopping,
    ),
    ended: watch().catch((error: Error) => console.error(`The runtime could not be started again: ${error.message}`)),
    stop: () => {
      stopping = true;
      return current.stop();
    },
  };
}
