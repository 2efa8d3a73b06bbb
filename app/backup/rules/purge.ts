import type { Plan } from "~/plan/plan-budget";

/** How far the purge of one table has come. */
export interface PurgeMark {
  /** Not looked at before then. */
  at: number;
  /** Key after which the walk goes on, as JSON; null = from the beginning. */
  after: string | null;
}

/** What the purge remembers: a mark a table, and what it wrote on this UTC day. Losing it costs a walk, never a row. */
export interface PurgeMarks {
  day?: number;
  written?: number;
  tables?: Record<string, PurgeMark>;
}

/** A table as far as its turn is concerned. */
export interface Walked {
  name: string;
  /** ms between the end of one walk and the beginning of the next. */
  rest: number;
}

/** Rows of one table that one look examines at the most. */
export const portion = 500;

/**
 * Rows that a day's purge may write, as every deleted row counts as written. The free plan has 100,000 a day: a delivery
 * costs two rows when it comes and one when it goes, so a third of them takes away whatever the other two thirds let in.
 */
const allowances: Record<Plan, number> = {
  free: 34_000,
  paid: Number.POSITIVE_INFINITY,
  own: Number.POSITIVE_INFINITY,
};

const dayMs = 24 * 3600_000;
const dayNumber = (now: number) => Math.floor(now / dayMs);

/** Rows that may still be written today. */
export function allowanceLeft(marks: PurgeMarks, plan: Plan, now: number): number {
  const written = marks.day === dayNumber(now) ? (marks.written ?? 0) : 0;
  return Math.max(0, allowances[plan] - written);
}

export const withWritten = (marks: PurgeMarks, rows: number, now: number): PurgeMarks => ({
  ...marks,
  day: dayNumber(now),
  written: (marks.day === dayNumber(now) ? (marks.written ?? 0) : 0) + rows,
});

const markOf = (marks: PurgeMarks, name: string): PurgeMark => marks.tables?.[name] ?? { at: 0, after: null };

/** A mark further ahead than a rest is of a clock that was wrong: it counts as over. */
const isDue = ({ at }: PurgeMark, rest: number, now: number) => at <= now || at > now + rest;

/** Tables whose time has come, the longest due first, so that a long walk keeps no other from its turn. */
export function tablesDue<T extends Walked>(marks: PurgeMarks, tables: readonly T[], now: number): T[] {
  const at = ({ name }: T) => markOf(marks, name).at;
  const due = tables.filter(({ name, rest }) => isDue(markOf(marks, name), rest, now));
  return due.sort((one, other) => at(one) - at(other));
}

export const afterOf = (marks: PurgeMarks, name: string): string | null => markOf(marks, name).after;

/** What one look at a table came to. */
export interface Looked {
  /** Keys of all rows that were examined, in their order. */
  keys: readonly string[];
  /** Something was left where it was: the next look begins at the same place. */
  unfinished: boolean;
}

/** After a full portion the walk goes on at once, after a shorter one it rests. */
export function withLook(marks: PurgeMarks, { name, rest }: Walked, looked: Looked, now: number): PurgeMarks {
  const after = looked.unfinished ? afterOf(marks, name) : (looked.keys.at(-1) ?? null);
  const goesOn = looked.unfinished || looked.keys.length >= portion;
  const mark: PurgeMark = goesOn ? { at: now, after } : { at: now + rest, after: null };
  return { ...marks, tables: { ...marks.tables, [name]: mark } };
}
