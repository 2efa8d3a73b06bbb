import { existsSync } from "node:fs";
import { join } from "node:path";
import { ownNode } from "../../scripts/setup/install.mjs";
import { ensureBuild } from "../../server/build.ts";
import { type Running, startProgram } from "./child";
import { migratedFolder } from "./migrated-state";
import { root } from "./sources";

export interface ServerOptions {
  /** 0 or absent = any free port. */
  port?: number;
  /** Further flags, such as `--empty`. */
  args?: string[];
  env?: Record<string, string>;
  /** The folder of an earlier server, to continue with its data, or an empty one, which the start itself migrates. */
  state?: string;
  /** Prefixed to the command, such as a program that mounts its own disk and then executes it. */
  launcher?: readonly string[];
}

/** The built worker run by the real start script, as a person runs it. */
export interface TestServer {
  /** Without a trailing slash. */
  url: string;
  port: number;
  /** The one-time sign-in link that was printed; empty when none was. */
  ownerLink: string;
  state: string;
  pid: number;
  output(): string;
  /** Ends it as Ctrl-C does; resolves to its exit code. */
  stop(): Promise<number>;
  /** Kills it without a chance to tidy up; its state is kept for the next one. */
  kill9(): Promise<void>;
}

export const nodeProgram = existsSync(ownNode) ? ownNode : process.execPath;

/** Cache of compiled scripts and packages, shared by all starts. */
const compiled = join(root, ".cache/compiled");

/** Removes settings of the person who runs the tests from the server's environment. */
function environment(given: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(UPFRONT_|PORT$|NODE_|VITEST|npm_)/.test(name));
  return { ...Object.fromEntries(kept), UPFRONT_ENDS_WITH_PARENT: "1", NODE_COMPILE_CACHE: compiled, ...given };
}

/** Runs the start script with these flags without waiting for it, for tests of refusals. */
export function runStart(args: string[], env: Record<string, string> = {}, launcher: readonly string[] = []): Running {
  const script = join(root, "scripts/start.mjs");
  const [command = nodeProgram, ...rest] = [...launcher, nodeProgram, script, "--built", ...args];
  return startProgram(command, rest, { cwd: root, env: environment(env) });
}

let built: Promise<void> | null = null;

/** Builds once per test run; with UPFRONT_BUILT=1 uses build/ as it is (`npm test` has built it before). */
export const ensureBuiltOnce = () => (built ??= process.env.UPFRONT_BUILT === "1" ? Promise.resolve() : ensureBuild());

/** Starts a deployment of its own and waits until it is ready (its first tick done). */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  await ensureBuiltOnce();
  const state = options.state ?? (await migratedFolder());
  const { port = 0, args = [], env = {}, launcher = [] } = options;
  const running = runStart(["--port", String(port), "--state", state, ...args], env, launcher);
  await running.until(/Ctrl-C ends it\./);
  const output = running.output();
  const url = /Page\s+(http\S+)\//.exec(output)?.[1] ?? "";
  return {
    url,
    port: Number(new URL(url).port),
    ownerLink: /Sign in\s+(http\S+)/.exec(output)?.[1] ?? "",
    state,
    pid: running.pid,
    output: running.output,
    stop: running.stop,
    kill9: running.kill9,
  };
}
