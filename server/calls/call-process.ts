import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { callTokenHeader } from "../../app/net/call-headers.ts";
import type { Begin, Begun } from "./process-main.ts";

/** The system's lookups take a thread each, for as long as a name server is silent: Node's four would be all asleep. */
const lookups = "128";

/** It keeps next to nothing: without bounds, buffers of calls that are over stay for as long as there is room (250 MB). */
const small = ["--max-semi-space-size=2", "--max-old-space-size=64"];

/** ms */
const pause = 500;

/** As Miniflare takes a service that is somewhere else. */
interface ExternalService {
  external: {
    address: string;
    http: { style: 1; injectRequestHeaders: { name: string; value: string }[] };
  };
}

export interface CallProcess<Name extends string> {
  services: Record<Name, ExternalService>;
  stop(): void;
}

function begin(asked: Begin): Promise<{ child: ChildProcess; port: number }> {
  const env = { ...process.env, UV_THREADPOOL_SIZE: lookups };
  const child = fork(fileURLToPath(new URL("./process-main.ts", import.meta.url)), [], {
    env,
    execArgv: [...process.execArgv, ...small],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The process that makes calls ended (${code}).`)));
    child.once("message", (said: Begun) =>
      "port" in said ? resolve({ child, port: said.port }) : reject(new Error(said.failed)),
    );
    child.send(asked);
  });
}

/**
 * The service that makes the worker's calls, in a process of its own: neither its handshakes nor its lookups hold up who
 * answers visitors. `networks`: by a name of yours, what is called besides all public addresses. Begun again when it ends.
 */
export async function startCalls<Name extends string>(
  networks: Record<Name, readonly string[]>,
): Promise<CallProcess<Name>> {
  const names = Object.keys(networks) as Name[];
  const tokens = names.map((name) => ({ name, token: randomBytes(24).toString("base64url") }));
  const allowances = Object.fromEntries(tokens.map(({ name, token }) => [token, [...networks[name]]]));
  let { child, port } = await begin({ allowances, port: 0 });
  let stopping = false;

  async function again(): Promise<void> {
    if (stopping) return;
    console.error("The process that makes calls ended by itself; it is started again.");
    await new Promise((done) => setTimeout(done, pause));
    if (stopping) return;
    const next = await begin({ allowances, port }).catch((error: Error) => console.error(error.message));
    if (!next) return again();
    child = next.child;
    if (stopping) child.kill("SIGKILL");
    else watch();
  }
  const watch = () => child.once("exit", () => void again());
  watch();

  const address = `127.0.0.1:${port}`;
  const services = tokens.map(({ name, token }) => {
    const injectRequestHeaders = [{ name: callTokenHeader, value: token }];
    return [name, { external: { address, http: { style: 1, injectRequestHeaders } } }] as const;
  });
  return {
    services: Object.fromEntries(services) as Record<Name, ExternalService>,
    stop() {
      stopping = true;
      child.kill("SIGKILL");
    },
  };
}
