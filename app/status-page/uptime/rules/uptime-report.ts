import { type Day, dayOf, dayStart, nextDayStart } from "~/time/day";
import type { ReportRange } from "~/time/report-range";
import { addUptimeParts, tallyUptimeParts, type UptimeParts, zeroUptimeParts } from "./uptime";
import { openDaySegmentsOf, sumUptimeByDay, type UptimeFacts, type UptimeTotal } from "./uptime-sum";

/** The first local midnight from which rows count instead of packed days. */
export interface OpenDay {
  date: string;
  at: number;
}

/** The facts of one component, with the page's days. */
export interface UptimeReportFacts extends UptimeFacts {
  /** The page's time zone. */
  zone: string;
  open: OpenDay;
}

const unknown = (length: number): UptimeParts => [0, 0, 0, 0, Math.max(0, length)];

/** Returns the open day, which all components of a page share. */
export function openDayOf(zone: string, openDayAt: number): OpenDay {
  const date = dayOf(zone, openDayAt);
  if (dayStart(zone, date) === openDayAt) return { date, at: openDayAt };
  const at = nextDayStart(zone, openDayAt);
  return { date: dayOf(zone, at), at };
}

/** Sums packed days. The cost grows with their number, and days without events have none. */
function packed(facts: UptimeReportFacts, first: string, last: string, open: string): UptimeParts {
  let parts = zeroUptimeParts;
  for (const [date, part] of facts.closed) {
    if (date >= first && date <= last && date < open) parts = addUptimeParts(parts, part);
  }
  return parts;
}

/**
 * Returns how long each status held in the range, up to `now`, in steps that grow with the events and not with the
 * days. Time before the component's start is no data. The span is that of the range, for every component of a report.
 */
export function sumUptimeRange(facts: UptimeReportFacts, range: ReportRange, now: number): UptimeTotal {
  const span = range.end - range.start;
  const first = facts.startDate > range.first ? facts.startDate : range.first;
  const from = Math.min(Math.max(dayStart(facts.zone, first), range.start), range.end);
  const window = { from: Math.max(from, facts.open.at), to: range.end };
  const segments = openDaySegmentsOf(facts, from, now);
  const live = window.from < window.to ? tallyUptimeParts(segments, window) : zeroUptimeParts;
  const closed = packed(facts, first, range.last, facts.open.date);
  return { parts: addUptimeParts(addUptimeParts(closed, live), unknown(from - range.start)), span };
}

export interface UptimeReportDay extends UptimeTotal {
  date: string;
}

/** Returns the same day by day; a day before the start is unknown. */
export function uptimeReportDays(facts: UptimeReportFacts, days: readonly Day[], now: number): UptimeReportDay[] {
  const known = new Map(sumUptimeByDay(facts, days, now).map(({ day, parts, span }) => [day.date, { parts, span }]));
  return days.map(({ date, from, to }) => {
    const span = Math.max(0, Math.min(to, now) - from);
    return { date, ...(known.get(date) ?? { parts: unknown(span), span }) };
  });
}
