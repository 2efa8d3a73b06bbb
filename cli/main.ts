import { homedir, hostname } from "node:os";
import { runCli } from "./program/run";
import type { CliMachine, TextOutputStream } from "./session/machine";

const usualColumns = 80;

const outputOf = (stream: NodeJS.WriteStream): TextOutputStream => ({
  write: (text) => void stream.write(text),
  isTerminal: stream.isTTY === true,
  columns: stream.columns ?? usualColumns,
});

async function readInput(): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const part of process.stdin as AsyncIterable<Uint8Array>) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

/** Asks on the error output, so that a command's output stays for programs. */
async function ask(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  const { default: readline } = await import("node:readline");
  const asking = readline.createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    // Ctrl-C and Ctrl-D close it without an answer.
    asking.once("close", () => resolve(""));
    asking.question(question, (typed) => {
      resolve(typed);
      asking.close();
    });
  });
}

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  // `start` would read a quoted address as the title of a window, and `&` as the end of a command.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens an address by the system's own program; false when there is none, or it does not start. */
async function openBrowser(url: string): Promise<boolean> {
  const { default: childProcess } = await import("node:child_process");
  const [command = "xdg-open", ...args] = openers[process.platform] ?? [];
  return new Promise((resolve) => {
    const child = childProcess.spawn(command, [...args, url], { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}

/** Resolves at the first Ctrl-C, for commands that wait for it; without a listener it ends the process. */
const interruption = () =>
  new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
  });

const machine: CliMachine = {
  fetch: (url, init) => fetch(url, init),
  env: process.env,
  platform: process.platform,
  hostname: hostname(),
  home: homedir(),
  out: outputOf(process.stdout),
  err: outputOf(process.stderr),
  readInput,
  ask,
  now: Date.now,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  newKey: () => crypto.randomUUID(),
  openBrowser,
  get interrupted() {
    return interruption();
  },
};

// A reader that is gone, such as `head`, needs nothing more.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

process.exitCode = await runCli(process.argv.slice(2), machine);
