import { dayMs, hourMs } from "../../time/durations.ts";

/** Daily copies of a single machine's database, and the rules for keeping them. */

/** Time after a failed copy until the next attempt. */
export const backupCopyRetryMs = hourMs / 2;
/** Age of a copy above which two daily copies in a row are missing. */
export const staleBackupCopyMs = 2 * dayMs;
/** Number of days, and of weeks before those; the newest copy of each is kept. */
export const [keptDays, keptWeeks] = [7, 4];

/** True when a copy is due: a day after the newest was started (`last`), or at once when there is none. */
export const isBackupCopyDue = (last: number | null, now: number): boolean => last === null || now - last >= dayMs;

/**
 * True unless a copy failed in the last half hour. A failure in the future was dated by a wrong clock and delays
 * nothing.
 */
export const mayRetryBackupCopy = (failedAt: number | null, now: number): boolean =>
  failedAt === null || failedAt > now || now - failedAt >= backupCopyRetryMs;

const pattern = /^upfront-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)Z\.sqlite$/;

/** Returns the name of a copy, by the minute of its start; without colons, which some file systems refuse. */
export const backupCopyName = (at: number): string =>
  `upfront-${new Date(at).toISOString().slice(0, 16).replace(":", "-")}Z.sqlite`;

/** Returns the time when a copy of this name was started; null = not a name of ours. */
export function backupCopyStart(name: string): number | null {
  const [, date, hours, minutes] = pattern.exec(name) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T${hours}:${minutes}:00Z`);
  return Number.isNaN(at) ? null : at;
}

/** Returns the name of the file beside a copy with the hash of its bytes. */
export const checksumFileName = (copy: string): string => `${copy}.sha256`;

interface BackupCopy {
  name: string;
  at: number;
}

/** Returns copies among other files, the newest first. */
function copiesIn(names: readonly string[]): BackupCopy[] {
  const copies = names.flatMap((name) => {
    const at = backupCopyStart(name);
    return at === null ? [] : [{ name, at }];
  });
  return copies.sort((one, other) => other.at - one.at);
}

/**
 * Returns the start of a folder's newest copy; null = it has none. Copies in the future were dated by a wrong clock and
 * are ignored.
 */
export const newestBackupCopyAt = (names: readonly string[], now: number): number | null =>
  copiesIn(names).find(({ at }) => at <= now)?.at ?? null;

const dayOf = ({ at }: BackupCopy) => Math.floor(at / dayMs);
/** Returns the week from Monday to Sunday: day 0 of the epoch was a Thursday. */
const weekOf = (copy: BackupCopy) => Math.floor((dayOf(copy) + 3) / 7);

/** Returns the newest copy of each of the newest `most` parts. */
function newestOf(copies: readonly BackupCopy[], part: (copy: BackupCopy) => number, most: number): BackupCopy[] {
  const first = new Map<number, BackupCopy>();
  for (const copy of copies) if (!first.has(part(copy))) first.set(part(copy), copy);
  return [...first.values()].slice(0, most);
}

/**
 * Returns the files of a folder to delete at `now`: copies beyond those of the newest days and weeks, and hashes whose
 * copy is deleted or gone; other files stay. A copy in the future was dated by a wrong clock: it stays until that time
 * and replaces no other.
 */
export function backupCopiesToDelete(names: readonly string[], now: number): string[] {
  const copies = copiesIn(names).filter(({ at }) => at <= now);
  const daily = newestOf(copies, dayOf, keptDays);
  const [oldest] = daily.slice(-1);
  const older = copies.filter((copy) => oldest && dayOf(copy) < dayOf(oldest));
  const kept = new Set([...daily, ...newestOf(older, weekOf, keptWeeks)]);
  const gone = copies.filter((copy) => !kept.has(copy)).map(({ name }) => name);
  const copyOf = (name: string) => name.replace(/\.sha256$/, "");
  const isLone = (name: string) => !names.includes(copyOf(name)) || gone.includes(copyOf(name));
  const digests = names.filter((name) => name !== copyOf(name) && backupCopyStart(copyOf(name)) !== null);
  return [...gone, ...digests.filter(isLone)];
}

/** Reasons why a copy could not be made. */
export const backupCopyFailureReasons = ["missing", "denied", "full", "failed"] as const;
export type BackupCopyFailureReason = (typeof backupCopyFailureReasons)[number];

const failures: Record<string, BackupCopyFailureReason> = {
  ENOENT: "missing",
  ENOTDIR: "missing",
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "denied",
  ENOSPC: "full",
  EDQUOT: "full",
};

/** SQLite's own numbers: 13 = full, 14 = cannot open, 8 = read-only, 4874 = no room for the index of its log. */
const databaseFailures: Record<number, BackupCopyFailureReason> = {
  13: "full",
  14: "denied",
  8: "denied",
  4874: "full",
};

export function backupCopyFailureReasonOf({
  code,
  errcode,
}: {
  code?: string | undefined;
  errcode?: number | undefined;
}): BackupCopyFailureReason {
  const known = errcode === undefined ? undefined : (databaseFailures[errcode] ?? databaseFailures[errcode & 0xff]);
  return known ?? failures[code ?? ""] ?? "failed";
}

/** State of the copies as the start program reports it. */
export interface BackupCopiesSummary {
  last: number | null;
  failure: BackupCopyFailureReason | null;
}

/** Only `good` needs no attention; unknown, missing, old and failed copies do. */
export type BackupCopiesState = "good" | "unknown" | "none" | "old" | BackupCopyFailureReason;

/** Returns the state; `said` null = the start program did not answer. */
export function backupCopiesState(said: BackupCopiesSummary | null, now: number): BackupCopiesState {
  if (said === null) return "unknown";
  if (said.failure !== null) return said.failure;
  if (said.last === null) return "none";
  return now - said.last > staleBackupCopyMs ? "old" : "good";
}
