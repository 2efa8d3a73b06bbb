import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, startProgram, temporaryFolder } from "./child";
import { requireProgram } from "./programs";
import { untilReady } from "./ready";

export interface Scrape {
  /** The deployment's address, without a trailing slash. */
  url: string;
  token: string;
}

export interface Found {
  metric: Record<string, string>;
  value: number;
}

/** A real Prometheus (Debian's), alone on a port of its own, that scrapes one deployment each second. */
export interface Prometheus {
  url: string;
  /** Evaluates the expression now. */
  query(expression: string): Promise<Found[]>;
  /** Returns why the last scrape failed; empty when it did not, null before the first. */
  lastError(): Promise<string | null>;
  output(): string;
  stop(): Promise<number>;
}

const configOf = ({ url }: Scrape, tokenFile: string) => `global:
  scrape_interval: 1s
  scrape_timeout: 1s
scrape_configs:
  - job_name: upfront
    scheme: http
    authorization:
      credentials_file: ${tokenFile}
    static_configs:
      - targets: ["${new URL(url).host}"]
`;

async function data<T>(address: string): Promise<T> {
  const answer = (await (await fetch(address)).json()) as { status: string; data: T; error?: string };
  if (answer.status !== "success") throw new Error(`Prometheus: ${answer.error}`);
  return answer.data;
}

/** Starts it with the token in a file, as an administrator does. */
export async function startPrometheus(scrape: Scrape): Promise<Prometheus> {
  const folder = temporaryFolder("prometheus");
  const [config, tokenFile] = [join(folder, "prometheus.yml"), join(folder, "token")];
  writeFileSync(tokenFile, scrape.token);
  writeFileSync(config, configOf(scrape, tokenFile));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const running = startProgram(requireProgram("prometheus"), [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  await untilReady(`${url}/-/ready`, running);
  return {
    url,
    async query(expression) {
      const asked = `${url}/api/v1/query?${new URLSearchParams({ query: expression })}`;
      const { result } = await data<{ result: { metric: Record<string, string>; value: [number, string] }[] }>(asked);
      return result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
    },
    async lastError() {
      const { activeTargets } = await data<{ activeTargets: { lastError: string; health: string }[] }>(
        `${url}/api/v1/targets`,
      );
      const [target] = activeTargets;
      return !target || target.health === "unknown" ? null : target.lastError;
    },
    output: running.output,
    stop: running.stop,
  };
}

/**
 * Returns promtool's output for a text, with its exit code: 0 = accepted. `metrics` are linted, without output when
 * there are no errors.
 */
export function promtool(
  kind: "metrics" | "config" | "rules",
  text: string,
): Promise<{ code: number; output: string }> {
  const file = join(temporaryFolder("promtool"), kind);
  writeFileSync(file, text);
  const args = { metrics: [], config: ["--syntax-only", file], rules: [file] }[kind];
  return new Promise((resolve, reject) => {
    const child = spawn(requireProgram("promtool"), ["check", kind, ...args], { stdio: ["pipe", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (part: Buffer) => {
        output += part.toString();
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
    child.stdin.end(kind === "metrics" ? text : "");
  });
}
