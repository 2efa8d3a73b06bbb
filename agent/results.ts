import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { minute } from "./clock";
import { nameOf, Stopped, say } from "./log";
import type { Looked } from "./look";
import { options } from "./options";

const mostBytes = 4 * 1024 * 1024;
const keptFor = 60 * minute;
/** So many of a report may bring along what was received: it stays far below what is taken. */
const mostReceived = 15;

export interface Result extends Looked {
  monitor: string;
  /** UTC ms by the server's clock. */
  at: number;
}

/** `since` is by no clock, as those may jump: when it began to wait in this process. */
export interface WaitingResult extends Result {
  since: number;
}

/** What is not reported yet, the oldest first; on disk too, without any settings. */
let waiting: WaitingResult[] = [];

const isResult = (each: Partial<Result> | null): each is Result =>
  typeof each?.monitor === "string" && Number.isFinite(each.at);
const waitingSince = (each: Result): WaitingResult => ({ ...each, since: Math.round(performance.now()) });

export const firstWaiting = (count: number): WaitingResult[] => waiting.slice(0, count);
export const countWaiting = (): number => waiting.length;

export function restoreResults(): void {
  try {
    if (statSync(options.spool).size > mostBytes) throw new Stopped("too_long");
    const found: (Partial<Result> | null)[] = [JSON.parse(readFileSync(options.spool, "utf8"))].flat();
    waiting = found.filter(isResult).map(waitingSince);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") say("spool.unreadable", { code: nameOf(error) });
  }
}

export function keepResults(): void {
  waiting = waiting.filter(({ since }) => performance.now() - since < keptFor);
  while (Buffer.byteLength(JSON.stringify(waiting)) > mostBytes)
    waiting = waiting.slice(Math.ceil(waiting.length / 10));
  const beside = `${options.spool}.new`;
  try {
    // A file that lies there already may be readable by others, or lead elsewhere.
    rmSync(beside, { force: true });
    writeFileSync(beside, JSON.stringify(waiting), { mode: 0o600, flag: "wx" });
    renameSync(beside, options.spool);
  } catch (error) {
    say("spool.unwritten", { code: nameOf(error) });
  }
}

export function addResult({ received, ...found }: Result): void {
  const isShown = received !== undefined && waiting.filter((each) => each.received).length <= mostReceived;
  waiting.push(waitingSince(isShown ? { ...found, received } : found));
}

export function dropResults(sent: readonly WaitingResult[]): void {
  const dropped = new Set(sent);
  waiting = waiting.filter((each) => !dropped.has(each));
}
