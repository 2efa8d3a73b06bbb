import type { Day } from "~/time/day";
import { addParts, noParts, uptime } from "../../uptime/rules/uptime";
import type { ClosedDays } from "./restated-days";

/** Uptime in hundredths of a percent, rounded down; null = no data. */
export interface FigureComparison {
  before: number | null;
  after: number | null;
}

export interface UptimeFigures {
  /** Figures of the last 90 and 365 days that were over when it was found. */
  quarter: FigureComparison;
  year: FigureComparison;
  /** Number of days that get less data than before, and the first and last of them (YYYY-MM-DD). */
  days: number;
  first: string;
  last: string;
  /** Days that were counted twice: their parts when it was found, and their correct parts. */
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

interface MeasuredComponent {
  closed: ClosedDays;
  restated: ClosedDays;
  /** All days of the component that are over, oldest first. */
  days: readonly Day[];
  /** The page's weight of a partial outage. */
  weight: number;
}

/** Returns a component's figures before and after; null when none of its days changes. */
export function figuresOf({ closed, restated, days, weight }: MeasuredComponent): UptimeFigures | null {
  const dates = [...restated.keys()].sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return null;
  const after = new Map([...closed, ...restated]);
  const of = (length: number): FigureComparison => {
    const recent = days.slice(-length);
    return { before: uptimeOf(closed, recent, weight), after: uptimeOf(after, recent, weight) };
  };
  return { quarter: of(figureDays.quarter), year: of(figureDays.year), days: dates.length, first, last };
}
