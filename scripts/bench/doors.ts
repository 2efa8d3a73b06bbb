import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { benchOrigin } from "./workers.ts";

export interface BenchFrontDoor {
  url: URL;
  pid: number;
  stop(): void;
}

/** Starts the front door before a worker as `npm start` does, but in a process of its own. */
export async function startFrontDoor(target: URL): Promise<BenchFrontDoor> {
  const script = fileURLToPath(new URL("./listening.ts", import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, script, target.href], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return {
    url: new URL(`http://127.0.0.1:${Number(said.toString())}`),
    pid: child.pid ?? 0,
    stop: () => child.stdin.end(),
  };
}

/** Returns the peak of a process's memory, in MB. */
export function peakMemoryMbOf(pid: number): number {
  const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

const { host } = new URL(benchOrigin);

export const httpRequestHead = (path: string, more = "", method = "GET") =>
  `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n${more}\r\n`;

/** Result when the connection ended without any byte of an answer. */
const noAnswerCode = -1;

/** A connection for sequential requests. It costs less than an HTTP client, whose work would be measured, too. */
export class BenchConnection {
  private socket: Socket | null = null;

  private readonly url: URL;
  private readonly localAddress: string;

  constructor(url: URL, localAddress = "127.0.0.1") {
    this.url = url;
    this.localAddress = localAddress;
  }

  private open(): Socket {
    const { hostname, port } = this.url;
    const socket = connect({ host: hostname, port: Number(port), localAddress: this.localAddress, noDelay: true });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (this.socket === socket) this.socket = null;
    });
    this.socket = socket;
    return socket;
  }

  /**
   * Returns the status; 0 = no answer. A kept connection that ends before any byte of an answer is opened again, as
   * browsers do.
   */
  async ask(bytes: string): Promise<number> {
    const kept = this.socket;
    const status = kept === null ? noAnswerCode : await this.askOn(kept, bytes);
    return status === noAnswerCode ? this.askOn(this.open(), bytes) : status;
  }

  private askOn(socket: Socket, bytes: string): Promise<number> {
    return new Promise((resolve) => {
      let said = "";
      const gone = () => end(said === "" ? noAnswerCode : 0);
      const end = (status: number) => {
        socket.off("data", hear).off("close", gone);
        resolve(status);
      };
      const hear = (part: Buffer) => {
        said += part.toString("latin1");
        const body = said.indexOf("\r\n\r\n") + 4;
        if (body < 4) return;
        const length = /\r\ncontent-length: (\d+)/i.exec(said.slice(0, body))?.[1];
        const over = length === undefined ? said.endsWith("0\r\n\r\n") : said.length >= body + Number(length);
        if (over) end(Number(said.slice(9, 12)));
      };
      socket.on("data", hear).on("close", gone);
      socket.write(bytes, "latin1");
    });
  }

  close(): void {
    this.socket?.destroy();
  }
}

/** Returns the number of responses per second over `lanes` connections. Throws if a response is not 200. */
export async function requestRateOf(
  url: URL,
  path: string,
  { lanes = 16, seconds = 4 } = {},
): Promise<{ rate: number; count: number }> {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const run = async () => {
    const lane = new BenchConnection(url);
    while (performance.now() < end) {
      const status = await lane.ask(httpRequestHead(path));
      if (status !== 200) throw new Error(`${path}: ${status}`);
      count += 1;
    }
    lane.close();
  };
  await Promise.all(Array.from({ length: lanes }, run));
  return { rate: count / seconds, count };
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));

export interface RequestTimings {
  errors: number;
  /** Number of answers by unexpected status; 0 = cut short, -1 = no answer. */
  wrong: Record<number, number>;
  times: number[];
}

/** Sends requests at a steady rate, even while others are unanswered, over free lanes. */
export async function sendAtSteadyRate(
  rate: number,
  seconds: number,
  makeLane: (index: number) => BenchConnection,
  bytesOf: (index: number) => string,
  isGood: (status: number) => boolean,
): Promise<RequestTimings> {
  const found: RequestTimings = { errors: 0, wrong: {}, times: [] };
  const free: BenchConnection[] = [];
  const begin = performance.now();
  const all: Promise<void>[] = [];
  for (let index = 0; index < rate * seconds; index++) {
    await wait(begin + (index * 1000) / rate - performance.now());
    const lane = free.pop() ?? makeLane(index);
    const asked = performance.now();
    all.push(
      lane.ask(bytesOf(index)).then((status) => {
        if (!isGood(status)) {
          found.errors += 1;
          found.wrong[status] = (found.wrong[status] ?? 0) + 1;
        }
        found.times.push(performance.now() - asked);
        free.push(lane);
      }),
    );
  }
  await Promise.all(all);
  for (const lane of free) lane.close();
  return found;
}

export function p99LatencyOf({ times }: RequestTimings): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

/**
 * Opens clients that start a form or a head and never end it, in a process of their own, so that they take no time from
 * the measurement.
 */
export function openSlowClients(url: URL, count: number, addresses: number): () => void {
  const script = fileURLToPath(new URL("./slow-clients.ts", import.meta.url));
  const given = [...process.execArgv, script, url.href, String(count), String(addresses)];
  const child = spawn(process.execPath, given, { stdio: ["pipe", "ignore", "inherit"] });
  return () => child.stdin.end();
}
