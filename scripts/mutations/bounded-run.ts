import { type ChildProcess, spawn } from "node:child_process";
import { type ProcessTree, processTree } from "./process-tree.ts";

/** Limits of one run with all processes that it starts. */
export interface RunBounds {
  bytes: number;
  cpuSeconds: number;
  seconds: number;
}

interface RunContext {
  cwd: string;
  env?: Readonly<Record<string, string>>;
  bounds: RunBounds;
}

export interface BoundedRun {
  /** Last message to its parent. */
  answer: unknown;
  /** The limit at which it was ended; null when it ended itself. */
  ended: string | null;
  seconds: number;
  /** CPU of all its processes, as last measured; 0 when the system does not report it. */
  cpuSeconds: number;
  /** The end of its output. */
  printed: string;
}

/**
 * Default limits. Without a defence a test may use all resources of the machine; one test grew to 21 GB and stopped
 * everything else.
 */
export const defaultRunBounds: RunBounds = { bytes: 2e9, cpuSeconds: 180, seconds: 600 };

/** Node reserves half a gigabyte that it does not use; the system's limit counts it, and the watch does not. */
const reservedBytes = 1e9;
const maxOutputChars = 64_000;
const watchIntervalMs = 100;

const gigabytes = (bytes: number) => `${Number((bytes / 1e9).toFixed(1))} GB of memory`;

export function exceededRunBound(taken: ProcessTree, seconds: number, bounds: RunBounds): string | null {
  if (taken.bytes > bounds.bytes) return `more than ${gigabytes(bounds.bytes)}`;
  if (taken.cpuSeconds > bounds.cpuSeconds) return `more than ${bounds.cpuSeconds} s of CPU`;
  return seconds > bounds.seconds ? `more than ${bounds.seconds} s` : null;
}

function end({ pids }: ProcessTree): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // The run may already be over.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** Runs in progress, which end with this program. */
const underWay = new Set<number>();

export function endAllRuns(): void {
  for (const pid of underWay) end(processTree(pid));
}

/**
 * Starts a session of its own, so that all its processes are found. The system itself limits each process's data to the
 * whole run's limit, for growth between two looks of the watch.
 */
function started(args: readonly string[], { cwd, env, bounds }: RunContext): ChildProcess {
  const limited = `ulimit -d ${Math.ceil((bounds.bytes + reservedBytes) / 1024)} 2>/dev/null; exec "$@"`;
  return spawn("sh", ["-c", limited, "sh", process.execPath, ...args], {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/** Runs Node with these arguments, within the limits; no process that it started is left when it is over. */
export async function runWithinBounds(args: readonly string[], around: RunContext): Promise<BoundedRun> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const child = started(args, around);
  const leader = child.pid ?? 0;
  underWay.add(leader);
  const run: BoundedRun = { answer: undefined, ended: null, seconds: 0, cpuSeconds: 0, printed: "" };
  const keep = (part: Buffer) => {
    run.printed = (run.printed + part).slice(-maxOutputChars);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  child.on("message", (answer) => {
    run.answer = answer;
  });
  const watch = setInterval(() => {
    const taken = processTree(leader);
    run.cpuSeconds = Math.max(run.cpuSeconds, taken.cpuSeconds);
    run.ended ??= exceededRunBound(taken, seconds(), around.bounds);
    if (run.ended) end(taken);
  }, watchIntervalMs);
  try {
    await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  } finally {
    clearInterval(watch);
    end(processTree(leader));
    underWay.delete(leader);
  }
  return { ...run, seconds: seconds() };
}
