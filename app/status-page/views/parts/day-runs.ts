import type { Status } from "~/status/status";
import { storiesByDate } from "../../rules/day-stories";
import type { SnapshotComponent } from "../../rules/snapshot-document";
import { keeping } from "./kept";

const dayLength = 24 * 3600_000;

/** Neighbouring days of one state; a day on which something was wrong stands alone, with how long each state held. */
export interface DayRun {
  first: string;
  last: string;
  letter: string;
  /** ms of each status that was not operational, worst first. */
  spans: { status: Status; length: number }[];
}

const partOrder: readonly Status[] = [
  "major_outage",
  "partial_outage",
  "degraded_performance",
  "under_maintenance",
  "no_data",
];

/** `index`: how many days after the first. */
export type TroubledDay = DayRun & { index: number };

export const dateAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * dayLength).toISOString().slice(0, 10);

/** All pages show the same days. */
const keepDates = keeping<string[]>(20);

export const datesFrom = (first: string, count: number) =>
  keepDates(`${first} ${count}`, () => Array.from({ length: count }, (_, index) => dateAfter(first, index)));

function spansOf(story: readonly number[] | undefined): DayRun["spans"] {
  return partOrder.flatMap((status, index) => {
    const length = story?.[index] ?? 0;
    return length > 0 ? [{ status, length }] : [];
  });
}

/** Of one day on which something was wrong; null of any other, and before the component's start. */
export function troubleOn({ days, stories }: SnapshotComponent, firstDay: string, date: string): TroubledDay | null {
  const index = Math.round((Date.parse(date) - Date.parse(firstDay)) / dayLength);
  const letter = days[index] ?? "-";
  const spans = letter === "-" ? [] : spansOf(storiesByDate(stories)[date]);
  return spans.length === 0 ? null : { index, first: date, last: date, letter, spans };
}

/** The bars as rows of a table, newest first; `firstDay` is the date of the first letter. */
export function dayRuns({ days, stories }: SnapshotComponent, firstDay: string): DayRun[] {
  const [runs, told]: [DayRun[], Record<string, number[]>] = [[], storiesByDate(stories)];
  const dates = datesFrom(firstDay, days.length);
  for (const [index, letter] of [...days].entries()) {
    const date = dates[index] as string;
    const spans = spansOf(told[date]);
    const before = runs.at(-1);
    const joins = before?.letter === letter && (letter === "-" || (spans.length === 0 && before.spans.length === 0));
    if (before && joins) before.last = date;
    else runs.push({ first: date, last: date, letter, spans: letter === "-" ? [] : spans });
  }
  return runs.reverse();
}
