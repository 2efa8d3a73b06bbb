import type { Day } from "~/time/day";
import { addUptimeParts, uptimeHundredths, zeroUptimeParts } from "../../uptime/rules/uptime";
import type { ClosedDayParts } from "./restated-days";

/** Uptime in hundredths of a percent, rounded down; null = no data. */
export interface FigureComparison {
  before: number | null;
  after: number | null;
}

export interface RestatedUptime {
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

export const uptimePeriodDays = { quarter: 90, year: 365 } as const;

function uptimeOf(closed: ClosedDayParts, days: readonly Day[], weight: number): number | null {
  const parts = days.reduce(
    (sum, { date }) => addUptimeParts(sum, closed.get(date) ?? zeroUptimeParts),
    zeroUptimeParts,
  );
  return uptimeHundredths(
    parts,
    days.reduce((sum, { from, to }) => sum + to - from, 0),
    weight,
  );
}

interface MeasuredComponent {
  closed: ClosedDayParts;
  restated: ClosedDayParts;
  /** All days of the component that are over, oldest first. */
  days: readonly Day[];
  /** The page's weight of a partial outage. */
  weight: number;
}

/** Returns a component's figures before and after; null when none of its days changes. */
export function restatedUptimeOf({ closed, restated, days, weight }: MeasuredComponent): RestatedUptime | null {
  const dates = [...restated.keys()].sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return null;
  const after = new Map([...closed, ...restated]);
  const of = (length: number): FigureComparison => {
    const recent = days.slice(-length);
    return { before: uptimeOf(closed, recent, weight), after: uptimeOf(after, recent, weight) };
  };
  return { quarter: of(uptimePeriodDays.quarter), year: of(uptimePeriodDays.year), days: dates.length, first, last };
}
