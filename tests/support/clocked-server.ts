import { createSignInLink } from "../../server/link.ts";
import { startListener } from "../../server/listener/listener.ts";
import type { WorkerRuntime } from "../../server/runtime.ts";
import { openStateFolder } from "../../server/state/state.ts";
import type { RuntimeOptions } from "../../server/worker-options.ts";
import { migratedFolder } from "./migrated-state";
import { olderBy } from "./older-rows";
import { startOwnRuntime } from "./own-runtime";
import { ensureBuiltOnce } from "./server";

/** The built worker behind the real listener, on an empty database; its minutes pass when the test says so. */
export interface ClockedServer {
  url: string;
  ownerLink: string;
  database: WorkerRuntime["database"];
  /** Runs the next minute's tick, with all its work; never one of a minute that the machine's clock has left behind. */
  minute(): Promise<void>;
  /**
   * Shifts all stored times back by minutes, then runs one tick that finds what has become due: workerd's clock is the
   * machine's.
   */
  passed(minutes?: number): Promise<void>;
  stop(): Promise<void>;
}

interface Wish {
  networks: string[];
  settings?: Record<string, string>;
  /** Stand-ins for all other servers. */
  peers?: NonNullable<RuntimeOptions["peers"]>;
}

const minute = 60_000;
/** A known secret, so that tests can create any link that the server accepts. */
export const clockedSecret = "only this story knows the secret, 32";

/** `networks`: private ones that the worker may call. */
export async function startClockedServer({ networks, settings = {}, peers }: Wish): Promise<ClockedServer> {
  await ensureBuiltOnce();
  const state = openStateFolder(await migratedFolder());
  let runtime: WorkerRuntime | null = null;
  const options = { port: 0, host: null, trustedProxies: [], testCf: false };
  const listener = await startListener({ ...options, target: () => runtime?.url ?? null });
  const url = `http://localhost:${listener.port}`;
  const own = { UPFRONT_SECRET: clockedSecret, UPFRONT_PLAN: "own", UPFRONT_URL: url };
  const bindings = { ...own, UPFRONT_NETWORK_ALLOW: networks.join(","), ...settings };
  const started = await startOwnRuntime({ bindings, networks, ...(peers ? { peers } : {}) }, state);
  runtime = started;
  let at = Date.now();
  return {
    url,
    database: started.database,
    ownerLink: await createSignInLink(started.database, url),
    minute() {
      // What is made in a minute counts as looked at in it: a tick of that minute, or of an earlier one, would skip it.
      at = Math.max(at, Date.now()) + minute;
      return started.tick(at);
    },
    async passed(minutes = 1) {
      await olderBy(started.database as unknown as D1Database, minutes * minute);
      await started.tick(Date.now());
      // A tick that follows another within a moment does not update its stamp, which has just been shifted back.
      await started.database.prepare("UPDATE deployment SET tick_at = ?1").bind(Date.now()).run();
    },
    async stop() {
      await listener.stop();
      await started.stop();
      await state.release();
    },
  };
}
