import type { StatusByLayer } from "~/status/status";
import { type Day, dayOf, dayStart, daysBetween, nextDayStart } from "~/time/day";
import {
  effectiveStatusSegments,
  type StatusChange,
  type StatusSegment,
  type TimeSpan,
} from "../timeline/rules/timeline";
import {
  addUptimeParts,
  tallyUptimeParts,
  type UptimeParts,
  uptimePartStatuses,
  zeroUptimeParts,
} from "../uptime/rules/uptime";
import { withoutCoverageLayer } from "./without-coverage";

/** A component's days before its page changes its time zone. */
export interface OldZoneDays {
  startDate: string;
  createdAt: number;
  /** Packed days by date of the old zone; a missing day was fully operational. */
  closed: ReadonlyMap<string, UptimeParts>;
  changes: readonly StatusChange[];
  /** The current layers. */
  layers: StatusByLayer;
  /** Stretches in which it was not observed, in order of time. */
  stopped: readonly TimeSpan[];
}

export interface TimeZoneChange {
  from: string;
  to: string;
  /** End of the old zone's packed days (ms). */
  openDayAt: number;
  /** The rows are complete since this instant (ms). */
  toldFrom: number;
  /** End of the new zone's packed days (ms). */
  opensNext: number;
}

export interface NewZoneDays {
  startDate: string;
  /** Days that were not fully operational, by date of the new zone. */
  closed: Map<string, UptimeParts>;
}

const isTrouble = ({ status }: StatusSegment) => status !== "operational";

function clipped(segments: readonly StatusSegment[], { from, to }: TimeSpan): StatusSegment[] {
  return segments.flatMap((each) => {
    const own = { ...each, from: Math.max(each.from, from), to: Math.min(each.to, to) };
    return own.from < own.to ? [own] : [];
  });
}

/**
 * Places a packed day's parts in its middle, so that they stay on the date with most of the day. Their real times are
 * not known.
 */
function laidOut(parts: UptimeParts, { from, to }: TimeSpan): StatusSegment[] {
  const length = parts.reduce((sum, part) => sum + part, 0);
  let at = Math.max(from, from + Math.floor((to - from - length) / 2));
  const segments = uptimePartStatuses.map((status, place): StatusSegment => {
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
function troubleOf(
  parts: UptimeParts,
  day: TimeSpan,
  readings: readonly StatusSegment[][],
  toldFrom: number,
): StatusSegment[] {
  const agreeing =
    day.from < toldFrom ? undefined : readings.find((told) => isEqual(tallyUptimeParts(told, day), parts));
  return agreeing ? clipped(agreeing, day).filter(isTrouble) : laidOut(parts, day);
}

/** Returns all that was not operational up to the new open day, in order of time. */
function troubleBefore(days: OldZoneDays, change: TimeZoneChange, startAt: number): StatusSegment[] {
  const { from, openDayAt, toldFrom, opensNext } = change;
  const window = { from: Math.max(startAt, toldFrom), to: Math.max(openDayAt, opensNext) };
  const read = ({ changes, layers }: Pick<OldZoneDays, "changes" | "layers">, stopped: readonly TimeSpan[]) =>
    effectiveStatusSegments(changes, layers, window, startAt, stopped);
  const told = read(days, days.stopped);
  const readings = [told, read(withoutCoverageLayer(days), [])];
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
  { startDate, createdAt }: OldZoneDays,
  trouble: readonly StatusSegment[],
  startAt: number,
  to: string,
): string {
  const known = trouble.filter(({ status, from }) => status !== "no_data" && from >= startAt).map(({ from }) => from);
  const first = Math.min(...known, ...(createdAt >= startAt ? [createdAt] : []));
  return first < dayStart(to, startDate) ? dayOf(to, first) : startDate;
}

function partsByDate(trouble: readonly StatusSegment[], zone: string): Map<string, UptimeParts> {
  const found = new Map<string, UptimeParts>();
  const add = (segment: StatusSegment, { date, from, to }: Day) => {
    const length = Math.min(segment.to, to) - Math.max(segment.from, from);
    const own = uptimePartStatuses.map((status) => (status === segment.status ? length : 0)) as unknown as UptimeParts;
    found.set(date, addUptimeParts(found.get(date) ?? zeroUptimeParts, own));
  };
  for (const each of trouble) for (const day of daysBetween(zone, each.from, each.to)) add(each, day);
  return found;
}

/**
 * Returns a component's packed days in the days of another zone: each instant that counted counts once, and as before.
 * Time that the start date adds before anything was known is no data. Rows cover the days from `opensNext` on.
 */
export function rezonePackedDays(days: OldZoneDays, change: TimeZoneChange): NewZoneDays {
  const startAt = dayStart(change.from, days.startDate);
  const trouble = troubleBefore(days, change, startAt);
  const startDate = startDateOf(days, trouble, startAt, change.to);
  const startsAt = dayStart(change.to, startDate);
  const end = Math.min(startAt, change.opensNext);
  const unknown: StatusSegment[] = startsAt < end ? [{ from: startsAt, to: end, status: "no_data" }] : [];
  const before = clipped(trouble, { from: Number.NEGATIVE_INFINITY, to: Math.min(startsAt, startAt) });
  const counted = clipped(trouble, { from: startAt, to: Number.POSITIVE_INFINITY });
  return { startDate, closed: partsByDate([...before, ...unknown, ...counted], change.to) };
}
