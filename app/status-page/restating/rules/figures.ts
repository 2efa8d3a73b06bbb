import type { Day } from "~/time/day";
import { addParts, noParts, uptime } from "../../uptime/rules/uptime";
import type { ClosedDays } from "./restated-days";

/** Hundredths of a percent, rounded down; null = no data. */
export interface BeforeAfter {
  before: number | null;
  after: number | null;
}

export interface UptimeFigures {
  /** Of the last 90 and 365 days that were over when it was found. */
  quarter: BeforeAfter;
  year: BeforeAfter;
  /** How many days have less data than before, and the first and the last of them (YYYY-MM-DD). */
  days: number;
  first: string;
  last: string;
  /** Days that counted twice: what they were when it was found, and what they are. */
  mended?: Record<string, [was: readonly number[], is: readonly number[]]>;
}

export const figureDays = { quarter: 90, year: 365 } as const;

function uptimeOf(closed: ClosedDays, days: readonly Day[], weight: number): number | null {
  const parts = days.reduce((sum, { date }) => addParts(sum, closed.get(date) ?? noParts), noParts);
  return uptime(
    parts,
    days.reduce((sum, { from, to }) => sum + to - from, 0),
    weight,
  );
}

interface Measured {
  closed: ClosedDays;
  restated: ClosedDays;
  /** All days of the component that are over, oldest first. */
  days: readonly Day[];
  /** The page's weight of a partial outage. */
  weight: number;
}

/** What the figures of a component were and will be; null where none of its days becomes another. */
export function figuresOf({ closed, restated, days, weight }: Measured): UptimeFigures | null {
  const dates = [...restated.keys()].sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return null;
  const after = new Map([...closed, ...restated]);
  const of = (length: number): BeforeAfter => {
    const recent = days.slice(-length);
    return { before: uptimeOf(closed, recent, weight), after: uptimeOf(after, recent, weight) };
  };
  return { quarter: of(figureDays.quarter), year: of(figureDays.year), days: dates.length, first, last };
}
