import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { callTokenHeader } from "../../app/net/call-headers.ts";
import type { CallServiceAddress } from "./call-service.ts";
import type { CallProcessInput, CallProcessStart } from "./process-main.ts";

/**
 * Number of threads. The system's lookups take one each while a name server is silent, and may have half of them:
 * Node's default of four would soon all be blocked.
 */
const threads = "256";

/**
 * Memory bounds: the process keeps almost nothing, but without bounds buffers of finished calls would stay (250 MB).
 */
const small = ["--max-semi-space-size=2", "--max-old-space-size=192"];

/** Pauses in ms before restarts. The last pause applies to all further restarts. */
const pauses = [300, 1000, 5000, 15_000];

/** Miniflare's form of a service that runs elsewhere. */
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

interface RunningProcess {
  child: ChildProcess;
  place: CallServiceAddress;
}

function begin(asked: CallProcessInput): Promise<RunningProcess> {
  const env = { ...process.env, UV_THREADPOOL_SIZE: threads };
  const child = fork(fileURLToPath(new URL("./process-main.ts", import.meta.url)), [], {
    env,
    execArgv: [...process.execArgv, ...small],
  });
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      child.kill("SIGKILL");
      reject(new Error(`The process that makes calls could not be started: ${why}`));
    };
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code, signal) => fail(`it ended (${code ?? signal})`));
    child.once("message", (said: CallProcessStart) =>
      "place" in said ? resolve({ child, place: said.place }) : fail(said.failed),
    );
    child.send(asked);
  });
}

/** Maximum length of a socket's path in bytes. The system cuts longer paths (`sun_path` of unix(7)). */
const maxPathBytes = 100;

/**
 * Uses a socket in a folder that only we can access, so that no other process can take its place during a restart. When
 * that is impossible (Windows, a long name, a file system without sockets), it uses a port.
 */
async function beginSomewhere(allowances: CallProcessInput["allowances"], folder: string): Promise<RunningProcess> {
  const path = join(folder, "calls");
  const onPort = () => begin({ allowances, place: { port: 0 } });
  if (process.platform === "win32" || Buffer.byteLength(path) > maxPathBytes) return onPort();
  return begin({ allowances, place: { path } }).catch(onPort);
}

const addressOf = (place: CallServiceAddress) => ("path" in place ? `unix:${place.path}` : `127.0.0.1:${place.port}`);

/**
 * Starts the service that makes the worker's calls in a process of its own, so that its handshakes and lookups do not
 * delay visitors; it is restarted when it ends. `networks`: allowed besides public addresses, by a name of your choice.
 * `folder`: no one else may write there.
 */
export async function startOutboundCallProcess<Name extends string>(
  networks: Record<Name, readonly string[]>,
  folder: string,
): Promise<CallProcess<Name>> {
  const names = Object.keys(networks) as Name[];
  const tokens = names.map((name) => ({ name, token: randomBytes(24).toString("base64url") }));
  const allowances = Object.fromEntries(tokens.map(({ name, token }) => [token, [...networks[name]]]));
  let { child, place } = await beginSomewhere(allowances, folder);
  let stopping = false;

  async function again(tried = 0): Promise<void> {
    await new Promise((done) => setTimeout(done, pauses[Math.min(tried, pauses.length - 1)]));
    if (stopping) return;
    const next = await begin({ allowances, place }).catch((error: Error) => console.error(error.message));
    if (!next) return again(tried + 1);
    child = next.child;
    if (stopping) child.kill("SIGKILL");
    else watch();
  }
  const watch = () =>
    child.once("exit", () => {
      if (stopping) return;
      console.error("The process that makes calls ended by itself; it is started again.");
      void again();
    });
  watch();

  const services = tokens.map(({ name, token }) => {
    const injectRequestHeaders = [{ name: callTokenHeader, value: token }];
    return [name, { external: { address: addressOf(place), http: { style: 1, injectRequestHeaders } } }] as const;
  });
  return {
    services: Object.fromEntries(services) as Record<Name, ExternalService>,
    stop() {
      stopping = true;
      child.kill("SIGKILL");
    },
  };
}
