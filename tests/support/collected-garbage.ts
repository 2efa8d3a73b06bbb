import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, temporaryFolder } from "./child";

/** Garbage collection in the processes of a server. */
export interface CollectedGarbage {
  /** For the server's environment: starts its runtime with an inspector. */
  env: { NODE_OPTIONS: string };
  /** Collects garbage in every isolate that answers, including native objects; returns how many did. */
  collect(): Promise<number>;
}

interface Isolate {
  title: string;
  webSocketDebuggerUrl: string;
}

const patience = 10_000;

/** Calls one isolate until it has answered both calls; an isolate that has had no request yet may not answer. */
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
 * Makes collection possible from outside; the front door runs it automatically each minute. The runtime's library gives
 * its process an inspector only by an option that no deployment has.
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
      // A client cannot use an address with a # in it, and those isolates are the smallest: they only call us.
      const answers = await Promise.all(all.filter(({ title }) => !title.includes("#")).map(collectIn));
      return answers.filter(Boolean).length;
    },
  };
}
