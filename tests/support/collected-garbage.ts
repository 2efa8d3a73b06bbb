import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, temporaryFolder } from "./child";

/** Of a server whose processes are told to collect their garbage. */
export interface CollectedGarbage {
  /** For the server's environment: its runtime is started with an inspector. */
  env: { NODE_OPTIONS: string };
  /** Every isolate that answers collects all that nothing refers to, natives behind it among that; how many did. */
  collect(): Promise<number>;
}

interface Isolate {
  title: string;
  webSocketDebuggerUrl: string;
}

const patience = 10_000;

/** Speaks to one isolate until it has answered both calls; one that nobody has called yet may not answer. */
function collectIn({ webSocketDebuggerUrl }: Isolate): Promise<boolean> {
  const socket = new WebSocket(webSocketDebuggerUrl);
  const calls = ["HeapProfiler.enable", "HeapProfiler.collectGarbage"];
  return new Promise<boolean>((resolve) => {
    const done = (answered: boolean) => {
      clearTimeout(timer);
      socket.close();
      resolve(answered);
    };
    const timer = setTimeout(() => done(false), patience);
    socket.addEventListener("error", () => done(false));
    socket.addEventListener("open", () => {
      for (const [id, method] of calls.entries()) socket.send(JSON.stringify({ id, method }));
    });
    socket.addEventListener("message", ({ data }) => {
      if ((JSON.parse(String(data)) as { id?: number }).id === calls.length - 1) done(true);
    });
  });
}

/**
 * The front door does so each minute by itself. The runtime's library hands its process an inspector only by an option that no
 * deployment has.
 */
export async function startCollecting(): Promise<CollectedGarbage> {
  const port = await freePort();
  const file = join(temporaryFolder("collecting"), "inspected.mjs");
  const text = `
import childProcess from "node:child_process";
import v8 from "node:v8";
import vm from "node:vm";
v8.setFlagsFromString("--expose-gc");
setInterval(vm.runInNewContext("gc"), 60_000).unref();
const { spawn } = childProcess;
childProcess.spawn = (command, args, ...rest) =>
  spawn(command, Array.isArray(args) && args.includes("serve") ? [...args, "--inspector-addr=127.0.0.1:${port}"] : args, ...rest);
`;
  writeFileSync(file, text);
  return {
    env: { NODE_OPTIONS: `--import ${file}` },
    async collect() {
      const all = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as Isolate[];
      // An address with a # in it is none for a client, and these are the smallest: they only call us.
      const answers = await Promise.all(all.filter(({ title }) => !title.includes("#")).map(collectIn));
      return answers.filter(Boolean).length;
    },
  };
}
