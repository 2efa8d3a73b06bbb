import { Agent, request } from "node:http";
import { benchOrigin, cpuMsOf, type WorkerBench } from "./workers.ts";

export interface LoadRequest {
  path: string;
  headers?: Record<string, string>;
}

const host = new URL(benchOrigin).host;

function ask(url: URL, agent: Agent, { path, headers = {} }: LoadRequest): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: url.hostname, port: url.port, path, agent, headers: { host, ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          if (answer.statusCode === 200) resolve(Buffer.concat(chunks));
          else reject(new Error(`${path}: ${answer.statusCode}`));
        });
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}

export const fetchPage = (url: URL, asked: LoadRequest): Promise<Buffer> => ask(url, new Agent(), asked);

export interface BenchLoad {
  count: number;
  /** Maximum number of requests per second; absent = unlimited. */
  rate?: number;
  asked: (index: number) => LoadRequest;
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));

/** Sends requests over 8 kept connections; returns the worker's CPU in ms per request, and requests per second. */
export async function runLoad(bench: WorkerBench, { count, rate, asked }: BenchLoad) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let next = 0;
  const [cpu, begin] = [cpuMsOf(bench.pids), performance.now()];
  const lane = async () => {
    while (next < count) {
      const index = next++;
      if (rate) await wait(begin + (index * 1000) / rate - performance.now());
      await ask(bench.url, agent, asked(index));
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  const seconds = (performance.now() - begin) / 1000;
  agent.destroy();
  return { cpu: (cpuMsOf(bench.pids) - cpu) / count, rate: count / seconds };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
