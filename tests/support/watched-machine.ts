import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { makeCtx } from "~/platform/ctx";
import type { Bindings } from "~/platform/env";
import { openStateFolder } from "../../server/state/state.ts";
import { migratedFolder } from "./migrated-state";
import { startOwnRuntime } from "./own-runtime";
import { aMailer, aPage, arrange, someMonitors, someSubscribers } from "./scenario";
import { startServer, type TestServer } from "./server";
import { startSmtp } from "./smtp";

interface Wish {
  /** Number of pages, each with so many monitors and a component for every two of them. */
  pages: number;
  monitors: number;
  subscribers?: number;
}

/** `npm start` with monitors that check a real server each minute, and subscribers whose emails go to a real one. */
export interface WatchedMachine {
  server: TestServer;
  slugs: string[];
  /** The ingest address of a source on its own page, for storms. */
  ingest: string;
  /** Makes the first so many monitors get 503 from now on. */
  fail(count: number): void;
  /** Returns the number of emails received. */
  mails(): number;
  /** Returns the number of checks received. */
  checks(): number;
  stop(): Promise<void>;
}

/** Most monitors in a shard: twenty, as the rows of the database hold them. */
const shardSize = 20;
const secret = "only this machine knows the secret, 32 or more";
const here = "127.0.0.0/8";

/** Answers by the number in the path. */
async function startPeers() {
  let [failing, checks] = [0, 0];
  const server = createServer(({ url = "/" }, response) => {
    checks += 1;
    response.writeHead(Number(url.slice(1)) < failing ? 503 : 200, { "content-type": "text/plain" }).end("said");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    fail(count: number) {
      failing = count;
    },
    checks: () => checks,
    stop: () => new Promise((done) => server.close(done).closeAllConnections()),
  };
}

function pieces({ pages, monitors, subscribers = 0 }: Wish, ports: { peers: number; smtp: number }) {
  const made = Array.from({ length: pages }, (_, at) =>
    aPage({
      slug: `w${at}`,
      components: Math.ceil(monitors / 2),
      mode: "publish",
      holdSeconds: 0,
      resolveAfterSeconds: 0,
    }),
  );
  const drafts = made.flatMap(({ id, components }, page) =>
    Array.from({ length: Math.ceil(monitors / shardSize) }, (_, shard) => {
      const size = Math.min(shardSize, monitors - shard * shardSize);
      const all = Array.from({ length: size }, (_m, index) => {
        const at = shard * shardSize + index;
        const url = `http://127.0.0.1:${ports.peers}/${page * monitors + at}`;
        return { settings: { url }, mode: "publish" as const, components: [components[Math.floor(at / 2)] as string] };
      });
      return someMonitors(id, all, { shardId: `shard-${page}-${shard}` });
    }),
  );
  const settings = { host: "127.0.0.1", port: ports.smtp, security: "off" };
  const readers = made.slice(0, 1).map(({ id }) => someSubscribers(id, subscribers));
  return { made, all: [aMailer({ settings }), ...made, ...drafts, ...readers] };
}

/** Writes it all into the database of a folder that no server uses yet. */
async function fill(folder: string, wish: Wish, ports: { peers: number; smtp: number }) {
  const state = openStateFolder(folder);
  const runtime = await startOwnRuntime({ bindings: {}, networks: [], databaseOnly: true }, state);
  const own = { UPFRONT_URL: "http://localhost:8787", UPFRONT_SECRET: secret, UPFRONT_PLAN: "own" };
  const bindings = { DB: runtime.database, ...own } as unknown as Bindings;
  const { made, all } = pieces(wish, ports);
  const defer = (work: Promise<unknown>) => void work.catch(() => undefined);
  // Sealing reads the key each time, and hundreds at once would be too much for the binding.
  for (const each of all) await arrange({ bindings, ctx: () => makeCtx(bindings, { defer }) }, each);
  await runtime.stop();
  await state.release();
  return made;
}

export async function startWatchedMachine(wish: Wish, own: Record<string, string> = {}): Promise<WatchedMachine> {
  const [peers, smtp, state] = await Promise.all([startPeers(), startSmtp({ countsOnly: true }), migratedFolder()]);
  const made = await fill(state, wish, { peers: peers.port, smtp: smtp.port });
  const env = { UPFRONT_SECRET: secret, UPFRONT_NETWORK_ALLOW: here, UPFRONT_INGEST_LIMIT: "0", ...own };
  const server = await startServer({ args: ["--empty"], env, state });
  return {
    server,
    slugs: made.map(({ slug }) => slug),
    ingest: `/ingest/${made.at(-1)?.token}`,
    fail: peers.fail,
    mails: smtp.taken,
    checks: peers.checks,
    async stop() {
      await server.stop();
      await Promise.all([peers.stop(), smtp.close()]);
    },
  };
}
