import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, startProgram, temporaryFolder } from "./child";
import { requireProgram } from "./programs";
import { untilReady } from "./ready";

const run = promisify(execFile);

export interface AlertInput {
  labels: Record<string, string>;
  annotations?: Record<string, string>;
  /** Instants in ms; an end in the past resolves the alert. */
  startsAt?: number;
  endsAt?: number;
  generatorUrl?: string;
}

/** A real Alertmanager (Debian's), alone on a port of its own. */
export interface Alertmanager {
  url: string;
  /** Runs `amtool alert add`: the same labels again update the same alert. */
  alert(input: AlertInput): Promise<void>;
  /** Adds the alert again with an end in the past, as Prometheus does when it recovers. */
  resolve(input: AlertInput): Promise<void>;
  output(): string;
  stop(): Promise<number>;
}

const pairs = (given: Record<string, string>) => Object.entries(given).map(([name, value]) => `${name}=${value}`);

function argumentsOf({ labels, annotations = {}, startsAt, endsAt, generatorUrl }: AlertInput): string[] {
  const time = (name: string, at: number | undefined) =>
    at === undefined ? [] : [`--${name}=${new Date(at).toISOString()}`];
  return [
    ...pairs(annotations).map((pair) => `--annotation=${pair}`),
    ...time("start", startsAt),
    ...time("end", endsAt),
    ...(generatorUrl ? [`--generator-url=${generatorUrl}`] : []),
    ...pairs(labels),
  ];
}

/** Starts it with the text of an alertmanager.yml. */
export async function startAlertmanager(config: string): Promise<Alertmanager> {
  const folder = temporaryFolder("alertmanager");
  const file = join(folder, "alertmanager.yml");
  writeFileSync(file, config);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const running = startProgram(requireProgram("prometheus-alertmanager"), [
    `--config.file=${file}`,
    `--storage.path=${folder}`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--cluster.listen-address=",
  ]);
  const add = async (input: AlertInput) => {
    await run(requireProgram("amtool"), ["alert", "add", `--alertmanager.url=${url}`, ...argumentsOf(input)]);
  };
  await untilReady(`${url}/-/ready`, running);
  return {
    url,
    alert: add,
    resolve: (input) => add({ ...input, endsAt: input.endsAt ?? Date.now() - 1000 }),
    output: running.output,
    stop: running.stop,
  };
}
