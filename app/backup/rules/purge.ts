import type { Plan } from "~/plan/plan-budget";
import { dayMs } from "~/time/durations";

/** Progress of one table's purge. */
export interface TablePurgeProgress {
  /** Earliest time of the next look. */
  at: number;
  /** Key after which the walk continues, as JSON; null = from the start. */
  after: string | null;
}

/**
 * State of the purge: a mark for each table, and the rows written on this UTC day. Its loss costs a walk, never a row.
 */
export interface PurgeProgress {
  day?: number;
  written?: number;
  tables?: Record<string, TablePurgeProgress>;
}

/** The part of a table that the schedule needs. */
export interface PurgeSchedule {
  name: string;
  /** ms between the end of one walk and the start of the next. */
  rest: number;
}

/** Maximum number of rows of a table that are examined at once. */
export const rowsPerPurgePortion = 500;

/**
 * Rows that the purge may write in a day; every deleted row is treated as written. The free plan has 100,000 a day. A
 * delivery costs two rows when it arrives and one when it is deleted, so a third of them is enough to delete what the
 * rest adds.
 */
const allowances: Record<Plan, number> = {
  free: 34_000,
  paid: Number.POSITIVE_INFINITY,
  own: Number.POSITIVE_INFINITY,
};

const dayNumber = (now: number) => Math.floor(now / dayMs);

/** Returns the rows that may still be written today. */
export function remainingPurgeRows(marks: PurgeProgress, plan: Plan, now: number): number {
  const written = marks.day === dayNumber(now) ? (marks.written ?? 0) : 0;
  return Math.max(0, allowances[plan] - written);
}

export const withWrittenRows = (marks: PurgeProgress, rows: number, now: number): PurgeProgress => ({
  ...marks,
  day: dayNumber(now),
  written: (marks.day === dayNumber(now) ? (marks.written ?? 0) : 0) + rows,
});

const markOf = (marks: PurgeProgress, name: string): TablePurgeProgress =>
  marks.tables?.[name] ?? { at: 0, after: null };

/**
 * Returns true if the table is due. A time further ahead than a rest was written by a wrong clock, and is treated as
 * due.
 */
const isDue = ({ at }: TablePurgeProgress, rest: number, now: number) => at <= now || at > now + rest;

/** Returns tables that are due, the longest due first, so that a long walk of one table does not delay the others. */
export function tablesDueForPurge<T extends PurgeSchedule>(
  marks: PurgeProgress,
  tables: readonly T[],
  now: number,
): T[] {
  const at = ({ name }: T) => markOf(marks, name).at;
  const due = tables.filter(({ name, rest }) => isDue(markOf(marks, name), rest, now));
  return due.sort((one, other) => at(one) - at(other));
}

export const purgeCursorOfTable = (marks: PurgeProgress, name: string): string | null => markOf(marks, name).after;

/** Result of one look at a table. */
export interface PurgeScanResult {
  /** Keys of all rows that were examined, in their order. */
  keys: readonly string[];
  /** True when rows were left: the next look starts at the same place. */
  unfinished: boolean;
}

/**
 * Returns the progress after a portion. After a full portion the purge continues at once; after a smaller one it rests.
 */
export function purgeProgressAfterPortion(
  marks: PurgeProgress,
  { name, rest }: PurgeSchedule,
  looked: PurgeScanResult,
  now: number,
): PurgeProgress {
  const after = looked.unfinished ? purgeCursorOfTable(marks, name) : (looked.keys.at(-1) ?? null);
  const goesOn = looked.unfinished || looked.keys.length >= rowsPerPurgePortion;
  const mark: TablePurgeProgress = goesOn ? { at: now, after } : { at: now + rest, after: null };
  return { ...marks, tables: { ...marks.tables, [name]: mark } };
}
