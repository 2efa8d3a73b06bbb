/** Copies of one machine's database that are made once a day, and what is kept of them. */
const hour = 3_600_000;
const day = 24 * hour;

/** After one that failed. */
export const retryAfter = hour / 2;
/** A copy that is older has missed a day, and the next one too. */
export const oldAfter = 2 * day;
/** Newest copy of each of so many days, and of each of so many weeks before those. */
export const [keptDays, keptWeeks] = [7, 4];

/** Whether a copy is to be made: a day after the newest was begun (`last`), at once where there is none. */
export const isCopyDue = (last: number | null, now: number): boolean => last === null || now - last >= day;

/** After a failure nothing is tried for half an hour. One in the future is of a clock that was wrong: it holds up nothing. */
export const mayTryAgain = (failedAt: number | null, now: number): boolean =>
  failedAt === null || failedAt > now || now - failedAt >= retryAfter;

const pattern = /^upfront-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)Z\.sqlite$/;

/** By the minute in which it was begun; no colon, which some file systems refuse. */
export const copyName = (at: number): string =>
  `upfront-${new Date(at).toISOString().slice(0, 16).replace(":", "-")}Z.sqlite`;

/** When a copy of this name was begun; null = it is none of ours. */
export function copyBegunAt(name: string): number | null {
  const [, date, hours, minutes] = pattern.exec(name) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T${hours}:${minutes}:00Z`);
  return Number.isNaN(at) ? null : at;
}

/** Beside a copy: the hash of its bytes, as it was made. */
export const digestName = (copy: string): string => `${copy}.sha256`;

interface Copy {
  name: string;
  at: number;
}

/** Copies among other files, the newest first. */
function copiesIn(names: readonly string[]): Copy[] {
  const copies = names.flatMap((name) => {
    const at = copyBegunAt(name);
    return at === null ? [] : [{ name, at }];
  });
  return copies.sort((one, other) => other.at - one.at);
}

/** When the newest copy of a folder was begun; null = it has none. Those of a clock that was wrong count for nothing. */
export const newestCopy = (names: readonly string[], now: number): number | null =>
  copiesIn(names).find(({ at }) => at <= now)?.at ?? null;

const dayOf = ({ at }: Copy) => Math.floor(at / day);
/** From Monday to Sunday: the first day of all was a Thursday. */
const weekOf = (copy: Copy) => Math.floor((dayOf(copy) + 3) / 7);

/** The newest of each of the newest `most` parts. */
function newestOf(copies: readonly Copy[], part: (copy: Copy) => number, most: number): Copy[] {
  const first = new Map<number, Copy>();
  for (const copy of copies) if (!first.has(part(copy))) first.set(part(copy), copy);
  return [...first.values()].slice(0, most);
}

/**
 * What is to go of a folder's files at `now`: copies beyond those of the newest days and weeks, hashes whose copy goes or
 * is gone, and nothing that is not ours. One of the future is of a clock that was, or is, wrong: it stays until its time comes, and takes no other's place.
 */
export function copiesToDelete(names: readonly string[], now: number): string[] {
  const copies = copiesIn(names).filter(({ at }) => at <= now);
  const daily = newestOf(copies, dayOf, keptDays);
  const [oldest] = daily.slice(-1);
  const older = copies.filter((copy) => oldest && dayOf(copy) < dayOf(oldest));
  const kept = new Set([...daily, ...newestOf(older, weekOf, keptWeeks)]);
  const gone = copies.filter((copy) => !kept.has(copy)).map(({ name }) => name);
  const copyOf = (name: string) => name.replace(/\.sha256$/, "");
  const isLone = (name: string) => !names.includes(copyOf(name)) || gone.includes(copyOf(name));
  const digests = names.filter((name) => name !== copyOf(name) && copyBegunAt(copyOf(name)) !== null);
  return [...gone, ...digests.filter(isLone)];
}

/** Why a copy could not be made. */
export const copyFailures = ["missing", "denied", "full", "failed"] as const;
export type CopyFailure = (typeof copyFailures)[number];

const failures: Record<string, CopyFailure> = {
  ENOENT: "missing",
  ENOTDIR: "missing",
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "denied",
  ENOSPC: "full",
  EDQUOT: "full",
};

/** SQLite's own numbers: 13 = full, 14 = cannot open, 8 = read-only, 4874 = no room for the index of its log. */
const databaseFailures: Record<number, CopyFailure> = { 13: "full", 14: "denied", 8: "denied", 4874: "full" };

export function copyFailureOf({
  code,
  errcode,
}: {
  code?: string | undefined;
  errcode?: number | undefined;
}): CopyFailure {
  const known = errcode === undefined ? undefined : (databaseFailures[errcode] ?? databaseFailures[errcode & 0xff]);
  return known ?? failures[code ?? ""] ?? "failed";
}

/** What the start says of its copies. */
export interface CopiesSaid {
  last: number | null;
  failure: CopyFailure | null;
}

/** `good` alone is well: what is not known, has not been yet, is old or failed is to be looked at. */
export type CopiesState = "good" | "unknown" | "none" | "old" | CopyFailure;

/** How it stands; `said` null = the start did not answer. */
export function copiesState(said: CopiesSaid | null, now: number): CopiesState {
  if (said === null) return "unknown";
  if (said.failure !== null) return said.failure;
  if (said.last === null) return "none";
  return now - said.last > oldAfter ? "old" : "good";
}
