import { readdirSync, readFileSync } from "node:fs";

/** Resources that a process and all that it started use together. */
export interface ProcessTree {
  pids: readonly number[];
  bytes: number;
  cpuSeconds: number;
}

interface ProcessStat {
  pid: number;
  parent: number;
  session: number;
  bytes: number;
  cpuSeconds: number;
}

const pageBytes = 4096;
const ticksPerSecond = 100;

/**
 * Reads a line of /proc/PID/stat; the program's name may contain spaces and brackets, so fields are counted from its
 * end.
 */
export function parseProcessStat(stat: string): ProcessStat {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const field = (at: number) => Number(fields[at]);
  // User and system time of the process itself, and of its children that are over.
  const ticks = field(11) + field(12) + field(13) + field(14);
  return {
    pid: Number.parseInt(stat, 10),
    parent: field(1),
    session: field(3),
    bytes: field(21) * pageBytes,
    cpuSeconds: ticks / ticksPerSecond,
  };
}

function allProcesses(): ProcessStat[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [parseProcessStat(readFileSync(`/proc/${name}/stat`, "utf8"))];
      } catch {
        // The process ended while the list was read.
        return [];
      }
    });
}

/** Returns the processes of the leader's session, and those that any of them started in a session of its own. */
export function processesOfLeader(leader: number, all: readonly ProcessStat[]): ProcessStat[] {
  const pids = new Set(all.filter(({ pid, session }) => pid === leader || session === leader).map(({ pid }) => pid));
  for (let size = 0; size < pids.size; ) {
    size = pids.size;
    for (const { pid, parent } of all) if (pids.has(parent)) pids.add(pid);
  }
  return all.filter(({ pid }) => pids.has(pid));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Returns the leader and its tree; without /proc only the leader, and no resources, are known. */
export function processTree(leader: number): ProcessTree {
  if (process.platform !== "linux") return { pids: [leader], bytes: 0, cpuSeconds: 0 };
  const members = processesOfLeader(leader, allProcesses());
  return {
    pids: members.map(({ pid }) => pid),
    bytes: sum(members.map(({ bytes }) => bytes)),
    cpuSeconds: sum(members.map(({ cpuSeconds }) => cpuSeconds)),
  };
}
