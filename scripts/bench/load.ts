import { Agent, request } from "node:http";
import { type Bench, cpuOf, origin } from "./workers.ts";

export interface Asked {
  path: string;
  headers?: Record<string, string>;
}

const host = new URL(origin).host;

function ask(url: URL, agent: Agent, { path, headers = {} }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: url.hostname, port: url.port, path, agent, headers: { host, ...headers } },
      (answer) => {
        let bytes = 0;
        answer.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on("end", () => {
          if (answer.statusCode === 200) resolve(bytes);
          else reject(new Error(`${path}: ${answer.statusCode}`));
        });
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}

/** `count` requests over 8 kept connections; CPU of the worker in ms a request, and requests a second. */
export async function run(bench: Bench, count: number, asked: (index: number) => Asked) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let next = 0;
  const [cpu, begin] = [cpuOf(bench.pids), performance.now()];
  const lane = async () => {
    while (next < count) await ask(bench.url, agent, asked(next++));
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  const seconds = (performance.now() - begin) / 1000;
  agent.destroy();
  return { cpu: (cpuOf(bench.pids) - cpu) / count, rate: count / seconds };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
