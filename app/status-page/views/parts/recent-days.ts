import type { DateFormats } from "~/i18n/dates";
import type { KnownShare } from "../../rules/known-days";
import { addDaysToDate, consecutiveDates } from "./day-runs";
import { type PageEvent, type PageEventDays, pageEventDays } from "./happening-days";

/**
 * Days of the list: either with their events (and whether an open event continued), or a run of days without any, which
 * are fully known, partly known or unknown, or in which an event continued.
 */
export type RecentDaysEntry =
  | ({ kind: "busy"; ongoing: boolean } & PageEventDays)
  | { kind: "quiet" | "partly" | "unknown" | "ongoing"; first: string; last: string };

interface RecentDayFacts {
  /** Events that are over. */
  happenings: readonly PageEvent[];
  /** Start of the oldest trouble that is still open: no day since then is shown as quiet. */
  openSince: number | null;
  /** Returns how much is known of a day; null = before the first component. Events are listed in any case. */
  knowledge: (date: string) => KnownShare | null;
}

const kindOf = { all: "quiet", some: "partly", none: "unknown" } as const;

/** A list without any known day or event is not shown. */
const isTelling = ({ kind }: RecentDaysEntry) => kind !== "unknown";

const isOneEntry = (newer: RecentDaysEntry, older: RecentDaysEntry) =>
  newer.kind === "busy" && older.kind === "busy"
    ? newer.ongoing === older.ongoing && newer.carried === older.carried
    : newer.kind === older.kind;

/** Returns the last `count` days of the viewer, today first; adjacent days with the same content are merged. */
export function recentDayGroups(
  { happenings, openSince, knowledge }: RecentDayFacts,
  dates: DateFormats,
  now: number,
  count: number,
): RecentDaysEntry[] {
  const today = dates.dayAt(now);
  const within = { first: addDaysToDate(today, 1 - count), last: today };
  const firstOpen = openSince === null ? null : dates.dayAt(openSince);
  const happened = pageEventDays(happenings, { dates, now, within });
  const entryOf = (date: string): RecentDaysEntry | null => {
    const known = knowledge(date);
    const found = happened.find(({ first, last }) => first <= date && date <= last);
    const ongoing = firstOpen !== null && date >= firstOpen;
    if (found) return { kind: "busy", ongoing, ...found, first: date, last: date };
    const kind = ongoing ? "ongoing" : known === null ? null : kindOf[known];
    return kind && { kind, first: date, last: date };
  };
  const days: RecentDaysEntry[] = [];
  for (const date of consecutiveDates(within.first, count).toReversed()) {
    const [entry, before] = [entryOf(date), days.at(-1)];
    if (!entry) continue;
    if (before && isOneEntry(before, entry)) before.first = date;
    else days.push(entry);
  }
  return days.some(isTelling) ? days : [];
}
