import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCli } from "../../cli/program/run";
import type { CliMachine } from "../../cli/session/machine";

/** What a run of the tool said, and its exit code. */
export interface CliRun {
  code: number;
  out: string;
  err: string;
  /** The output as JSON. */
  json<T>(): T;
}

interface CliOfTestOptions {
  fetch: CliMachine["fetch"];
  /** Moves the clock of the deployment by so much. */
  sleep?: (milliseconds: number) => void | Promise<void>;
  now?: () => number;
  env?: Record<string, string>;
  isTerminal?: boolean;
}

interface RunOptions {
  input?: string;
  /** Answers a question as the person at the terminal; nobody is there if absent. */
  answer?: () => Promise<string>;
  env?: Record<string, string>;
}

/** The tool in process, with a home of its own. */
export interface CliOfTest {
  home: string;
  run(args: readonly string[], more?: RunOptions): Promise<CliRun>;
  /** Addresses that were opened in the browser. */
  opened: string[];
  close(): void;
}

export function openCli({
  fetch,
  sleep = () => undefined,
  now = Date.now,
  env = {},
  isTerminal = false,
}: CliOfTestOptions): CliOfTest {
  const home = mkdtempSync(join(tmpdir(), "upfront-cli-"));
  const opened: string[] = [];
  let keys = 0;
  const run: CliOfTest["run"] = async (args, { input = "", answer, env: more = {} }: RunOptions = {}) => {
    const said = { out: "", err: "" };
    const output = (name: "out" | "err") => ({
      write: (text: string) => {
        said[name] += text;
      },
      isTerminal,
      columns: 80,
    });
    const code = await runCli(args, {
      fetch,
      env: { ...env, ...more },
      platform: "linux",
      hostname: "build-7",
      home,
      out: output("out"),
      err: output("err"),
      ask: async () => (answer ? answer() : null),
      readInput: async () => new TextEncoder().encode(input),
      now,
      sleep: async (milliseconds) => sleep(milliseconds),
      newKey: () => `key-${keys++}`,
      openBrowser: async (url) => {
        opened.push(url);
        return true;
      },
      interrupted: new Promise(() => undefined),
    });
    return { code, ...said, json: <T>() => JSON.parse(said.out) as T };
  };
  return { home, run, opened, close: () => rmSync(home, { recursive: true, force: true }) };
}
