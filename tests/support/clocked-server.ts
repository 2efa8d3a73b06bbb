import { makeLink } from "../../server/link.ts";
import { startListener } from "../../server/listener/listener.ts";
import type { Runtime } from "../../server/runtime.ts";
import { openState } from "../../server/state/state.ts";
import type { RuntimeOptions } from "../../server/worker-options.ts";
import { migratedFolder } from "./migrated-state";
import { olderBy } from "./older-rows";
import { startOwnRuntime } from "./own-runtime";
import { ensureBuiltOnce } from "./server";

/** The built worker behind the real listener, on an empty database; its minutes pass when the story says so. */
export interface ClockedServer {
  url: string;
  ownerLink: string;
  database: Runtime["database"];
  /** The next minute's tick, with everything that it does. */
  minute(): Promise<void>;
  /** Minutes pass for all that is kept, and one tick finds what has become due: the clock of workerd is the machine's. */
  passed(minutes?: number): Promise<void>;
  stop(): Promise<void>;
}

interface Wish {
  networks: string[];
  settings?: Record<string, string>;
  /** Everybody else, in the place of the network. */
  peers?: NonNullable<RuntimeOptions["peers"]>;
}

const minute = 60_000;
/** Who knows it makes whatever links the server takes. */
export const clockedSecret = "only this story knows the secret, 32";

/** `networks`: private ones that the worker may call. */
export async function startClockedServer({ networks, settings = {}, peers }: Wish): Promise<ClockedServer> {
  await ensureBuiltOnce();
  const state = openState(await migratedFolder());
  let runtime: Runtime | null = null;
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
    ownerLink: await makeLink(started.database, url),
    minute() {
      at += minute;
      return started.tick(at);
    },
    async passed(minutes = 1) {
      await olderBy(started.database as unknown as D1Database, minutes * minute);
      await started.tick(Date.now());
      // A tick that ran a moment ago does not say again that it runs: what it said has just been made older.
      await started.database.prepare("UPDATE deployment SET tick_at = ?1").bind(Date.now()).run();
    },
    async stop() {
      await listener.stop();
      await started.stop();
      await state.release();
    },
  };
}
