import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Returns all processes with their parents and command lines. */
export const processes = (): string => execFileSync("ps", ["-eo", "pid=,ppid=,args="]).toString();

/** Returns the runtime's process that a start has launched. */
export function runtimeOf(pid: number): number {
  const line = processes()
    .split("\n")
    .find((each) => each.includes("workerd serve") && Number(each.trim().split(/\s+/)[1]) === pid);
  return Number(line?.trim().split(/\s+/)[0] ?? Number.NaN);
}

/** A zombie process still has a number, so it counts as ended. */
export function isAlive(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, "utf8"));
}

/** Returns the process of a start that makes its calls. */
export function callsOf(pid: number): number {
  const line = processes()
    .split("\n")
    .find((each) => each.trim().split(/\s+/)[1] === String(pid) && each.includes("calls/process-main"));
  return Number(line?.trim().split(/\s+/)[0]);
}
