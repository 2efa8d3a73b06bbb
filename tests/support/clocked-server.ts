import { makeLink } from "../../scripts/start/link.ts";
import { startListener } from "../../scripts/start/listener.ts";
import { migrate } from "../../scripts/start/migrate.ts";
import { type Runtime, startRuntime } from "../../scripts/start/runtime.ts";
import { openState } from "../../scripts/start/state.ts";
import { temporaryFolder } from "./child";
import { ensureBuiltOnce } from "./server";

/** The built worker behind the real listener, on an empty database; its minutes pass when the story says so. */
export interface ClockedServer {
  url: string;
  ownerLink: string;
  /** The next minute's tick, with everything that it does. */
  minute(): Promise<void>;
  stop(): Promise<void>;
}

const minute = 60_000;

/** `networks`: private ones that the worker may call. */
export async function startClockedServer({ networks }: { networks: string[] }): Promise<ClockedServer> {
  await ensureBuiltOnce();
  const state = openState(temporaryFolder("clocked"));
  let runtime: Runtime | null = null;
  const options = { port: 0, host: null, trustedProxies: [], testCf: false };
  const listener = await startListener({ ...options, target: () => runtime?.url ?? null });
  const url = `http://localhost:${listener.port}`;
  const own = { UPFRONT_SECRET: "only this story knows the secret, 32", UPFRONT_PLAN: "own", UPFRONT_URL: url };
  const bindings = { ...own, UPFRONT_NETWORK_ALLOW: networks.join(",") };
  const started = await startRuntime({ bindings, networks }, state);
  await migrate(started.database);
  runtime = started;
  let at = Date.now();
  return {
    url,
    ownerLink: await makeLink(started.database, url),
    minute() {
      at += minute;
      return started.tick(at);
    },
    async stop() {
      await listener.stop();
      await started.stop();
      await state.release();
    },
  };
}
