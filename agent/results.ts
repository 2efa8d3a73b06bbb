import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hourMs } from "~/time/durations";
import { errorName, logEvent, StopAgentError } from "./log";
import type { AgentCheckOutcome } from "./look";
import { agentProgramOptions } from "./options";

const mostBytes = 4 * 1024 * 1024;
const resultRetentionMs = hourMs;
/**
 * Maximum number of results of a report that include the received text, so that the report stays far below the size
 * limit.
 */
const maxReceivedBodies = 15;

export interface CheckResult extends AgentCheckOutcome {
  monitor: string;
  /** UTC ms by the server's clock. */
  at: number;
}

/** `since` is when it started to wait in this process, by a monotonic clock, because others may jump. */
export interface WaitingResult extends CheckResult {
  since: number;
}

/** Results that are not reported yet, the oldest first; also stored on disk, without any settings. */
let waiting: WaitingResult[] = [];

const isResult = (each: Partial<CheckResult> | null): each is CheckResult =>
  typeof each?.monitor === "string" && Number.isFinite(each.at);
const waitingSince = (each: CheckResult): WaitingResult => ({ ...each, since: Math.round(performance.now()) });

export const firstWaitingResults = (count: number): WaitingResult[] => waiting.slice(0, count);
export const countWaitingResults = (): number => waiting.length;

export function loadSpooledResults(): void {
  try {
    if (statSync(agentProgramOptions.spool).size > mostBytes) throw new StopAgentError("too_long");
    const found: (Partial<CheckResult> | null)[] = [JSON.parse(readFileSync(agentProgramOptions.spool, "utf8"))].flat();
    waiting = found.filter(isResult).map(waitingSince);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") logEvent("spool.unreadable", { code: errorName(error) });
  }
}

export function spoolResults(): void {
  waiting = waiting.filter(({ since }) => performance.now() - since < resultRetentionMs);
  while (Buffer.byteLength(JSON.stringify(waiting)) > mostBytes)
    waiting = waiting.slice(Math.ceil(waiting.length / 10));
  const beside = `${agentProgramOptions.spool}.new`;
  try {
    // An existing file may be readable by others, or be a link to another place.
    rmSync(beside, { force: true });
    writeFileSync(beside, JSON.stringify(waiting), { mode: 0o600, flag: "wx" });
    renameSync(beside, agentProgramOptions.spool);
  } catch (error) {
    logEvent("spool.unwritten", { code: errorName(error) });
  }
}

export function addWaitingResult({ received, ...found }: CheckResult): void {
  const isShown = received !== undefined && waiting.filter((each) => each.received).length <= maxReceivedBodies;
  waiting.push(waitingSince(isShown ? { ...found, received } : found));
}

export function dropSentResults(sent: readonly WaitingResult[]): void {
  const dropped = new Set(sent);
  waiting = waiting.filter((each) => !dropped.has(each));
}
