import type { Day } from "~/time/day";
import { dayMs } from "~/time/durations";
import type { Snapshot, SnapshotComponent } from "./snapshot-document";

/** Share of the components that had started whose state is known on a day: all, some, or none. */
export type KnownShare = "all" | "some" | "none";

const letters: Record<KnownShare, string> = { all: "k", some: "p", none: "n" };
const knowledgeOf = new Map(Object.entries(letters).map(([word, letter]) => [letter, word as KnownShare]));

type ComponentDayFacts = Pick<SnapshotComponent, "days"> & { stories: Record<string, number[]> };

/** Returns true when at least half of the day is known; for a day that has just started, its present state counts. */
function isKnown({ days, stories }: ComponentDayFacts, index: number, { date, from, to }: Day, now: number): boolean {
  const span = Math.min(to, now) - from;
  return span > 0 ? 2 * (stories[date]?.[4] ?? 0) <= span : days[index] !== "n";
}

function letterOfDay(components: readonly ComponentDayFacts[], index: number, day: Day, now: number): string {
  const begun = components.filter(({ days }) => (days[index] ?? "-") !== "-");
  const known = begun.filter((each) => isKnown(each, index, day, now)).length;
  if (begun.length === 0) return "-";
  if (known === 0) return letters.none;
  return known === begun.length ? letters.all : letters.some;
}

/**
 * Returns a letter per day, as in `days` of a component; undefined when all is known since the first component started.
 */
export function knownDayLetters(
  components: readonly ComponentDayFacts[],
  days: readonly Day[],
  now: number,
): string | undefined {
  const known = days.map((day, index) => letterOfDay(components, index, day, now)).join("");
  return /[pn]/.test(known) ? known : undefined;
}

const datesFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(`${first}T12:00:00Z`) + index * dayMs).toISOString().slice(0, 10),
  );

const firstStart = ({ components }: Snapshot) => components.map(({ startDate }) => startDate).toSorted()[0] ?? null;

/** Returns the knowledge of a date, YYYY-MM-DD; null before the first component, and before the days that are shown. */
export function knownShareOnDate(snapshot: Snapshot, date: string): KnownShare | null {
  const { knownDays: known, days, unmonitored } = snapshot;
  const start = firstStart(snapshot);
  if (start === null || date < start) return null;
  if (known === undefined) return unmonitored ? "none" : "all";
  const index = Math.round((Date.parse(date) - Date.parse(days.first)) / dayMs);
  return knowledgeOf.get(known[Math.min(index, known.length - 1)] ?? "-") ?? null;
}

/**
 * Returns how much of a month (YYYY-MM) is known, by those of its days that are shown; for older months, the page's
 * current value.
 */
export function knownShareInMonth(snapshot: Snapshot, month: string): KnownShare {
  const { knownDays: known, days, unmonitored } = snapshot;
  const dates = datesFrom(days.first, known?.length ?? 0);
  const told = [...(known ?? "")].filter((letter, index) => letter !== "-" && dates[index]?.startsWith(month));
  if (told.length === 0) return unmonitored ? "none" : "all";
  const found = new Set(told);
  return (found.size === 1 ? knowledgeOf.get(told[0] ?? "") : null) ?? "some";
}

/** Returns how many of the last days, including today, are fully known without a gap. */
export function countRecentKnownDays({ knownDays: known, days }: Snapshot): number {
  if (known === undefined) return days.count;
  const lastUnknown = [...known].findLastIndex((letter) => letter !== "k");
  return known.length - lastUnknown - 1;
}
