import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { build } from "vite";
import { startOutboundCallProcess } from "../../server/calls/call-process";
import { outboundNetworkOptions } from "../../server/listener/network";
import { answerNameLookup } from "../../server/state/names";
import { temporaryFolder } from "./child";
import type { Asked, answerCheck } from "./wall-worker";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Bundles the check of a monitor as one module for workerd. */
export async function bundledCheck(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    resolve: { alias: { "~": here("../../app") } },
    ssr: { target: "webworker", noExternal: true },
    build: {
      ssr: here("./wall-worker.ts"),
      write: false,
      rollupOptions: { external: ["cloudflare:sockets", /^node:/] },
    },
  });
  const outputs = [built].flat().flatMap((each) => ("output" in each ? each.output : []));
  return outputs.flatMap((each) => (each.type === "chunk" ? [each.code] : [])).join("");
}

type Entry = { answerCheck: typeof answerCheck };

const entry = "answerCheck" satisfies keyof Entry;

/** Networks open to visitors' addresses: in the guard, and in the network wall. */
export interface Visitors {
  guard: string;
  wall: string[];
}

/**
 * Starts workerd with both protections of `npm start`: the worker's guard and the network filter, which may differ, as
 * names and networks do.
 */
export async function startWalled(
  script: string,
  guard: string,
  wall: string[],
  visitors: Visitors = { guard: "", wall: [] },
) {
  const calls = await startOutboundCallProcess({ CALLS: wall, VISITOR_CALLS: visitors.wall }, temporaryFolder("calls"));
  const miniflare = new Miniflare({
    modules: [
      {
        type: "ESModule",
        path: "worker.js",
        contents: `import { ${entry} } from "./check.js"; export default { fetch: ${entry} };`,
      },
      { type: "ESModule", path: "check.js", contents: script },
    ],
    compatibilityDate: "2026-07-01",
    compatibilityFlags: ["nodejs_compat"],
    bindings: { UPFRONT_NETWORK_ALLOW: guard, UPFRONT_VISITOR_NETWORK_ALLOW: visitors.guard },
    serviceBindings: { NAMES: answerNameLookup, ...calls.services } as never,
    outboundService: { network: outboundNetworkOptions(wall) },
    handleRuntimeStdio: (out: Readable, errors: Readable) => {
      out.resume();
      errors.resume();
    },
  });
  await miniflare.ready;
  const look = async (kind: string, settings: Record<string, unknown>, timeout = 3000) => {
    const asked: Asked = { kind, settings, timeout };
    const answer = await miniflare.dispatchFetch("http://wall/", { method: "POST", body: JSON.stringify(asked) });
    return (await answer.json()) as { verdict: string; code: string; steps: unknown[]; subrequests: number };
  };
  /** Posts as to a visitor's webhook. */
  const post = async (url: string) => {
    const asked: Asked = { kind: "http", settings: { url }, timeout: 3000, owner: "visitor" };
    const answer = await miniflare.dispatchFetch("http://wall/", { method: "POST", body: JSON.stringify(asked) });
    return (await answer.json()) as { verdict: string; code: string; notAllowed: string[] };
  };
  const close = async () => {
    await miniflare.dispose();
    calls.stop();
  };
  return { look, post, close };
}
