import type { Layers } from "~/status/status";
import { type Day, dayOf, dayStart, daysBetween, nextDayStart } from "~/time/day";
import { type Change, effectiveSegments, type Segment, type Span } from "../timeline/rules/timeline";
import { addParts, noParts, partStatuses, tally, type UptimeParts } from "../uptime/rules/uptime";
import { withoutCoverage } from "./without-coverage";

/** A component's days before its page changes its time zone. */
export interface OldDays {
  startDate: string;
  createdAt: number;
  /** Packed days by date of the old zone; a missing day was fully operational. */
  closed: ReadonlyMap<string, UptimeParts>;
  changes: readonly Change[];
  /** The current layers. */
  layers: Layers;
  /** Stretches in which it was not observed, in order of time. */
  stopped: readonly Span[];
}

export interface ZoneChange {
  from: string;
  to: string;
  /** End of the old zone's packed days (ms). */
  openDayAt: number;
  /** The rows are complete since this instant (ms). */
  toldFrom: number;
  /** End of the new zone's packed days (ms). */
  opensNext: number;
}

export interface NewDays {
  startDate: string;
  /** Days that were not fully operational, by date of the new zone. */
  closed: Map<string, UptimeParts>;
}

const isTrouble = ({ status }: Segment) => status !== "operational";

function clipped(segments: readonly Segment[], { from, to }: Span): Segment[] {
  return segments.flatMap((each) => {
    const own = { ...each, from: Math.max(each.from, from), to: Math.min(each.to, to) };
    return own.from < own.to ? [own] : [];
  });
}

/**
 * Places a packed day's parts in its middle, so that they stay on the date with most of the day. Their real times are
 * not known.
 */
function laidOut(parts: UptimeParts, { from, to }: Span): Segment[] {
  const length = parts.reduce((sum, part) => sum + part, 0);
  let at = Math.max(from, from + Math.floor((to - from - length) / 2));
  const segments = partStatuses.map((status, place): Segment => {
    const own = { from: at, to: at + (parts[place] ?? 0), status };
    at = own.to;
    return own;
  });
  return clipped(segments, { from, to });
}

const isEqual = (one: UptimeParts, other: UptimeParts) => one.every((part, place) => part === other[place]);

/**
 * Returns when something was not operational on a day. The rows are used if a reading of them agrees with the packed
 * figures, which take precedence.
 */
function troubleOf(parts: UptimeParts, day: Span, readings: readonly Segment[][], toldFrom: number): Segment[] {
  const agreeing = day.from < toldFrom ? undefined : readings.find((told) => isEqual(tally(told, day), parts));
  return agreeing ? clipped(agreeing, day).filter(isTrouble) : laidOut(parts, day);
}

/** Returns all that was not operational up to the new open day, in order of time. */
function troubleBefore(days: OldDays, change: ZoneChange, startAt: number): Segment[] {
  const { from, openDayAt, toldFrom, opensNext } = change;
  const window = { from: Math.max(startAt, toldFrom), to: Math.max(openDayAt, opensNext) };
  const read = ({ changes, layers }: Pick<OldDays, "changes" | "layers">, stopped: readonly Span[]) =>
    effectiveSegments(changes, layers, window, startAt, stopped);
  const told = read(days, days.stopped);
  const readings = [told, read(withoutCoverage(days), [])];
  const packed = [...days.closed].flatMap(([date, parts]) => {
    const day = { from: dayStart(from, date), to: nextDayStart(from, dayStart(from, date)) };
    return day.from < openDayAt ? troubleOf(parts, day, readings, toldFrom) : [];
  });
  const open = clipped(told, { from: openDayAt, to: opensNext }).filter(isTrouble);
  return clipped([...packed, ...open], { from: Number.NEGATIVE_INFINITY, to: opensNext });
}

/**
 * Returns the start date, moved back when counted events would otherwise lie before it: the component's creation, or
 * trouble.
 */
function startDateOf(
  { startDate, createdAt }: OldDays,
  trouble: readonly Segment[],
  startAt: number,
  to: string,
): string {
  const known = trouble.filter(({ status, from }) => status !== "no_data" && from >= startAt).map(({ from }) => from);
  const first = Math.min(...known, ...(createdAt >= startAt ? [createdAt] : []));
  return first < dayStart(to, startDate) ? dayOf(to, first) : startDate;
}

function partsByDate(trouble: readonly Segment[], zone: string): Map<string, UptimeParts> {
  const found = new Map<string, UptimeParts>();
  const add = (segment: Segment, { date, from, to }: Day) => {
    const length = Math.min(segment.to, to) - Math.max(segment.from, from);
    const own = partStatuses.map((status) => (status === segment.status ? length : 0)) as unknown as UptimeParts;
    found.set(date, addParts(found.get(date) ?? noParts, own));
  };
  for (const each of trouble) for (const day of daysBetween(zone, each.from, each.to)) add(each, day);
  return found;
}

/**
 * Returns a component's packed days in the days of another zone: each instant that counted counts once, and as before.
 * Time that the start date adds before anything was known is no data. Rows cover the days from `opensNext` on.
 */
export function rezoneDays(days: OldDays, change: ZoneChange): NewDays {
  const startAt = dayStart(change.from, days.startDate);
  const trouble = troubleBefore(days, change, startAt);
  const startDate = startDateOf(days, trouble, startAt, change.to);
  const startsAt = dayStart(change.to, startDate);
  const end = Math.min(startAt, change.opensNext);
  const unknown: Segment[] = startsAt < end ? [{ from: startsAt, to: end, status: "no_data" }] : [];
  const before = clipped(trouble, { from: Number.NEGATIVE_INFINITY, to: Math.min(startsAt, startAt) });
  const counted = clipped(trouble, { from: startAt, to: Number.POSITIVE_INFINITY });
  return { startDate, closed: partsByDate([...before, ...unknown, ...counted], change.to) };
}
