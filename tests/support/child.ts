import { type ChildProcess, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** Ends everything that a test started, when the test run ends by SIGTERM or normally. */
function endAll(): void {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
process.once("exit", endAll);
process.once("SIGTERM", () => {
  endAll();
  process.exit(143);
});

/** The temporary folder at the start of the process: a runtime started later sets its own, which is deleted with it. */
const place = tmpdir();

/** Creates a folder under the system's temporary one; it is deleted when the test run ends. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(place, `upfront-${name}-`));
  folders.add(folder);
  return folder;
}

/** A program that runs beside a test. */
export interface Running {
  pid: number;
  /** Returns everything printed so far, both streams. */
  output(): string;
  /** Resolves when the pattern is in the output; rejects with the output when it ends first or takes too long. */
  until(pattern: RegExp, milliseconds?: number): Promise<RegExpMatchArray>;
  ended: Promise<number>;
  /** Sends SIGTERM, and SIGKILL 5 s later; resolves to the exit code. */
  stop(): Promise<number>;
  kill9(): Promise<void>;
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Another user; only root can set it. */
  uid?: number;
  gid?: number;
  /** True when its input stays open and silent, because some programs end with it or do less. */
  isHeld?: boolean;
}

function waitFor(child: ChildProcess, output: () => string, pattern: RegExp, milliseconds: number) {
  return new Promise<RegExpMatchArray>((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      child.off("exit", ended);
      child.off("printed", look);
      act();
    };
    const fail = (why: string) => settle(() => reject(new Error(`${why} before ${pattern}:\n${output()}`)));
    const ended = () => fail("It ended");
    const timer = setTimeout(() => fail(`${milliseconds} ms passed`), milliseconds);
    const look = () => {
      const found = output().match(pattern);
      if (found) settle(() => resolve(found));
    };
    child.on("printed", look);
    child.once("exit", ended);
    look();
    if (child.exitCode !== null) ended();
  });
}

/** Starts a program and keeps its output. */
export function startProgram(
  command: string,
  args: string[],
  { isHeld = false, ...options }: RunOptions = {},
): Running {
  const child = spawn(command, args, { ...options, stdio: [isHeld ? "pipe" : "ignore", "pipe", "pipe"] });
  children.add(child);
  let text = "";
  const keep = (part: Buffer) => {
    text += part.toString();
    child.emit("printed");
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const ended = new Promise<number>((resolve) => {
    child.once("error", (error) => keep(Buffer.from(error.message)));
    child.once("close", (code) => {
      children.delete(child);
      resolve(code ?? 1);
    });
  });
  return {
    pid: child.pid ?? -1,
    output: () => text,
    until: (pattern, milliseconds = 60_000) => waitFor(child, () => text, pattern, milliseconds),
    ended,
    stop() {
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), 5000).unref();
      return ended;
    },
    async kill9() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Returns true when no process listens on the port now. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/**
 * Ports below those that the system gives to outgoing connections, which could take one before its program listens on
 * it.
 */
const [firstPort, ports] = [20_000, 12_000];
let tried = (process.pid * 101) % ports;

/**
 * Reserves the port for this process until it ends, because a program takes seconds to listen, and another process
 * would find the port free meanwhile. The mark is the UDP port of the same number, which no test program uses and the
 * system frees with the process.
 */
const isReserved = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const mark = createSocket("udp4");
    mark.once("error", () => resolve(false));
    mark.bind({ port, address: "127.0.0.1", exclusive: true }, () => {
      mark.unref();
      resolve(true);
    });
  });

/** Returns a port on which no process listens and that no other test process has reserved. */
export async function freePort(): Promise<number> {
  for (let left = ports; left > 0; left--) {
    tried = (tried + 1) % ports;
    const port = firstPort + tried;
    if ((await isReserved(port)) && (await isFree(port))) return port;
  }
  throw new Error("Every port is taken.");
}
