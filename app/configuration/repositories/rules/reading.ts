import { minuteMs, secondMs } from "~/time/durations";

/**
 * `waiting`: it is read soon. `applied`: a job applies its file. `unchanged`: nothing differs. `pending`: a person
 * decides. `overtaken`: a newer commit was read. `stopped`: whoever lends their role has lost it, or it is off.
 */
export const repositoryReadingStates = [
  "waiting",
  "applied",
  "unchanged",
  "pending",
  "failed",
  "overtaken",
  "stopped",
] as const;
export type RepositoryReadingState = (typeof repositoryReadingStates)[number];

/** An error of a file as it is shown beside its commit. */
export interface FileErrorView {
  message: string;
  line: number;
  column: number;
}

/** Most errors of a file that are kept. */
export const maxRepositoryReadingErrors = 20;
/** Longest plan that is kept for a person, in characters. */
export const maxPlanChars = 100_000;
/** Readings of a repository that are kept. */
export const maxRepositoryReadings = 30;

/** Longest wait before another try, in ms: an instant further ahead was written by a wrong clock. */
export const maxRepositoryReadingWaitMs = 30 * minuteMs;
const firstWaitMs = 15 * secondMs;
/** Tries after which a reading has failed. */
export const maxRepositoryReadingTries = 12;
/** Tries for which a server is given time to show the commit that it announced. */
export const maxBranchHeadTries = 3;

/** Returns the wait after a try; `retryAfter` is what the server asked for, in seconds. */
export function repositoryReadingWaitMs(tries: number, retryAfter: number | null): number {
  const own = firstWaitMs * 2 ** Math.min(tries, 20);
  return Math.min(Math.max(own, (retryAfter ?? 0) * secondMs), maxRepositoryReadingWaitMs);
}

/** A reading, as far as its place among others is decided. */
interface PlacedReading {
  id: string;
  commitSha: string;
  state: RepositoryReadingState;
}

/** States in which a commit has been dealt with. */
const settled: readonly RepositoryReadingState[] = ["applied", "unchanged", "pending"];

/**
 * Decides what becomes of a reading when the branch's newest commit is known. `wait`: the server may not show the pushed
 * commit yet. `overtaken`: that commit was dealt with already, after a later push. `read`: it is read.
 */
export function decideRepositoryReading(
  { id, commitSha, tries }: { id: string; commitSha: string; tries: number },
  head: string,
  others: readonly PlacedReading[],
): "read" | "wait" | "overtaken" {
  if (commitSha === "" || commitSha === head) return "read";
  if (tries < maxBranchHeadTries) return "wait";
  const [latest] = others
    .filter((each) => each.id !== id && settled.includes(each.state))
    .toSorted((one, other) => (one.id < other.id ? 1 : -1));
  return latest?.commitSha === head ? "overtaken" : "read";
}
