import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** All processes with their parents and command lines. */
export const processes = (): string => execFileSync("ps", ["-eo", "pid=,ppid=,args="]).toString();

/** The process of the runtime that a start has begun. */
export function runtimeOf(pid: number): number {
  const line = processes()
    .split("\n")
    .find((each) => each.includes("workerd serve") && Number(each.trim().split(/\s+/)[1]) === pid);
  return Number(line?.trim().split(/\s+/)[0] ?? Number.NaN);
}

/** A dead process that nobody has asked about yet still has a number. */
export function isAlive(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, "utf8"));
}

/** Of a start: the process that makes its calls. */
export function callsOf(pid: number): number {
  const line = processes()
    .split("\n")
    .find((each) => each.trim().split(/\s+/)[1] === String(pid) && each.includes("calls/process-main"));
  return Number(line?.trim().split(/\s+/)[0]);
}
