import { CliError, isCliError } from "../definition/cli-error";
import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printLine, printProgress } from "../print/printer";
import { toTerminalLine } from "../print/terminal-text";

/** The applying of a file as the API shows it. */
export interface ShownJob {
  id: string;
  state: "applying" | "applied" | "stopped";
  total: number;
  done: number;
  counts: { create: number; change: number; adopt: number; rename: number; move: number; remove: number } & LeftCounts;
  refusals: readonly JobRefusal[];
}

interface LeftCounts {
  refused: number;
  skipped: number;
}

interface JobRefusal {
  page: string;
  noun: string;
  key: string;
  action: string;
  messages: Readonly<Record<string, string>>;
}

const longestWaitMs = 5000;

/** Reads the job again. Throws CliError. */
async function readJob({ session }: CommandCall, id: string): Promise<ShownJob> {
  try {
    return await session.api.call<ShownJob>(`/configuration/jobs/${encodeURIComponent(id)}`);
  } catch (error) {
    if (!isCliError(error) || error.exitCode !== exitCodes.outOfReach) throw error;
    throw new CliError(`${error.message} The file may still be being applied: look with upfront plan.`, error.exitCode);
  }
}

/** Follows a job to its end, and says how far it is. */
export async function followJob(call: CommandCall, started: ShownJob): Promise<ShownJob> {
  let job = started;
  for (let reads = 1; job.state === "applying"; reads++) {
    await call.machine.sleep(Math.min(reads * 1000, longestWaitMs));
    const next = await readJob(call, job.id);
    if (next.done !== job.done) printProgress(call, `${next.done} of ${next.total} …`);
    job = next;
  }
  return job;
}

const madeOf = ({ create, change, adopt, rename, move, remove }: ShownJob["counts"]): number =>
  create + change + adopt + rename + move + remove;

function refusalLine({ action, noun, key, page, messages }: JobRefusal): string {
  const reasons = Object.entries(messages).map(([name, text]) => (name === "" ? text : `${name}: ${text}`));
  return toTerminalLine(`Refused: ${action} ${noun} ${key} of ${page}. ${reasons.join(" ")}`);
}

/** Prints how a job ended. */
export function printJob(call: CommandCall, { state, total, counts, refusals }: ShownJob): void {
  for (const refusal of refusals) printProgress(call, refusalLine(refusal));
  if (counts.skipped > 0)
    printProgress(call, `Not tried, because a change that they need was refused: ${counts.skipped}.`);
  if (state === "stopped") printProgress(call, "Stopped: the token may no longer change the page.");
  printLine(call, `Changes made: ${madeOf(counts)} of ${total}.`);
}

/** Returns the exit code of a job: done only when every change was made. */
export const jobExitCode = ({ state, counts }: ShownJob): number =>
  state === "applied" && counts.refused + counts.skipped === 0 ? exitCodes.done : exitCodes.failed;
