import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/install.mjs";
import { DeployError } from "./deploy-error.ts";

const program = join(root, "node_modules/wrangler/bin/wrangler.js");

export interface WranglerOutcome {
  code: number;
  /** Standard output; shown to the person as well unless `quiet`. */
  output: string;
  /** Standard error; empty unless `quiet`, as the person then sees it directly. */
  errors: string;
}

export interface WranglerOptions {
  /** Text for its standard input: a secret is never put on a command line. */
  input?: string;
  quiet?: boolean;
}

/** The image of a container has no wrangler. */
const missing = "wrangler is not here: run this in a clone of the sources, where npm ci installs it.";

/** Runs wrangler with the person's own account. A failure is returned: the caller explains it. */
export function runWrangler(args: string[], { input, quiet = false }: WranglerOptions = {}): Promise<WranglerOutcome> {
  if (!existsSync(program)) return Promise.reject(new DeployError(missing));
  return new Promise((resolve, reject) => {
    const stdio = [input === undefined ? "inherit" : "pipe", "pipe", quiet ? "pipe" : "inherit"] as const;
    const env = { ...process.env, WRANGLER_SEND_METRICS: "false" };
    const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: [...stdio], env });
    let output = "";
    let errors = "";
    child.stderr?.on("data", (part: Buffer) => {
      errors += part.toString();
    });
    child.stdout?.on("data", (part: Buffer) => {
      output += part.toString();
      if (!quiet) process.stdout.write(part);
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output, errors }));
    child.stdin?.end(input);
  });
}

/** Returns the part of an output that is JSON: wrangler prints notices around it. */
export function parseJsonOutput<T>(output: string): T | null {
  const start = output.search(/[[{]/);
  const end = Math.max(output.lastIndexOf("]"), output.lastIndexOf("}"));
  if (start < 0 || end < start) return null;
  try {
    return JSON.parse(output.slice(start, end + 1)) as T;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
