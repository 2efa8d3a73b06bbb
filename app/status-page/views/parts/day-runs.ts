import type { Status } from "~/status/status";
import { dayStart } from "~/time/day";
import { dayMs } from "~/time/durations";
import { uptimePartsByDate } from "../../rules/day-stories";
import type { Snapshot, SnapshotComponent } from "../../rules/snapshot-document";
import { uptimePartStatuses } from "../../uptime/rules/uptime";
import { renderCache } from "./drawing-cache";

/**
 * Adjacent days of one state, including days without any data. A day with an outage is listed alone, with how long each
 * status lasted.
 */
export interface DayRun {
  first: string;
  last: string;
  letter: string;
  /** Time of each status that was not operational, in ms, worst first; no data only when nothing else is known. */
  spans: { status: Status; length: number }[];
  /** In ms; set for a day (today: so far) that is partly known. */
  known?: { length: number; of: number };
}

/** A day with trouble; `index` is the number of days after the first. */
export type TroubledDay = DayRun & { index: number };

export const addDaysToDate = (date: string, days: number) =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Cache of dates, because all pages show the same days. */
const keepDates = renderCache<string[]>(20);

export const consecutiveDates = (first: string, count: number) =>
  keepDates(`${first} ${count}`, () => Array.from({ length: count }, (_, index) => addDaysToDate(first, index)));

/** The days of a document's bars. */
type DocumentDays = Pick<Snapshot, "page" | "days" | "builtAt">;

/** Returns the length of a day; today counts up to when the document was built. */
const lengthOf = ({ page, builtAt }: DocumentDays, date: string): number =>
  Math.min(dayStart(page.timeZone, addDaysToDate(date, 1)), builtAt) - dayStart(page.timeZone, date);

type DayRunFacts = Pick<DayRun, "spans" | "known">;

function toldOf(story: readonly number[] | undefined, date: string, shown: DocumentDays): DayRunFacts {
  const spans = uptimePartStatuses.flatMap((status, index) => {
    const length = story?.[index] ?? 0;
    return length > 0 ? [{ status, length }] : [];
  });
  const noData = story?.[uptimePartStatuses.indexOf("no_data")] ?? 0;
  const of = noData > 0 ? lengthOf(shown, date) : 0;
  if (of <= noData) return { spans };
  return { spans: spans.filter(({ status }) => status !== "no_data"), known: { length: of - noData, of } };
}

const isEventless = ({ spans, known }: DayRunFacts) => spans.length === 0 && known === undefined;

/** Returns the number of days after the first. */
export const dayIndexOf = ({ days: { first } }: { days: Pick<Snapshot["days"], "first"> }, date: string): number =>
  Math.round((Date.parse(date) - Date.parse(first)) / dayMs);

export const dayCountOf = ({ first, last }: DayRun): number => dayIndexOf({ days: { first } }, last) + 1;

/** Returns a day with trouble or unknown time; null for any other, and before the component's start. */
export function troubledDayOn(
  days: string,
  parts: Record<string, number[]>,
  shown: DocumentDays,
  date: string,
): TroubledDay | null {
  const index = dayIndexOf(shown, date);
  const letter = days[index] ?? "-";
  if (letter === "-") return null;
  const told = toldOf(parts[date], date, shown);
  return isEventless(told) ? null : { index, first: date, last: date, letter, ...told };
}

/** Returns how long a day was unknown if it has nothing else; otherwise 0. */
const unknownIn = ({ spans: [first, ...rest], known }: DayRunFacts): number =>
  first?.status === "no_data" && rest.length === 0 && known === undefined ? first.length : 0;

/** Returns the spans of both days if they form one row; null when each is listed alone. */
function joined(before: DayRunFacts, own: DayRunFacts): DayRun["spans"] | null {
  if (isEventless(before) && isEventless(own)) return [];
  const [earlier, later] = [unknownIn(before), unknownIn(own)];
  return earlier > 0 && later > 0 ? [{ status: "no_data", length: earlier + later }] : null;
}

/** Returns the bars as rows of a table, newest first. */
export function dayRuns({ days, stories }: SnapshotComponent, shown: DocumentDays): DayRun[] {
  const [runs, told]: [DayRun[], Record<string, number[]>] = [[], uptimePartsByDate(stories)];
  const dates = consecutiveDates(shown.days.first, days.length);
  for (const [index, letter] of [...days].entries()) {
    const date = dates[index] as string;
    const own = letter === "-" ? { spans: [] } : toldOf(told[date], date, shown);
    const before = runs.at(-1);
    const spans = before?.letter === letter ? joined(before, own) : null;
    if (before && spans) Object.assign(before, { last: date, spans });
    else runs.push({ first: date, last: date, letter, ...own });
  }
  return runs.reverse();
}
