import type { Layers } from "~/status/status";
import { type Day, dayOf, dayStart, daysBetween, nextDayStart } from "~/time/day";
import { type Change, effectiveSegments, type Segment, type Span } from "../timeline/rules/timeline";
import { addParts, noParts, type Parts, partStatuses, tally } from "../uptime/rules/uptime";
import { uncovered } from "./uncovered";

/** What is known of a component's days before its page changes its time zone. */
export interface OldDays {
  startDate: string;
  createdAt: number;
  /** By date of the old zone; a day that is not here was wholly operational. */
  closed: ReadonlyMap<string, Parts>;
  changes: readonly Change[];
  /** What the layers say now. */
  layers: Layers;
  /** The stretches in which nobody looked at it, in order of time. */
  stopped: readonly Span[];
}

export interface ZoneChange {
  from: string;
  to: string;
  /** Where the old zone's packed days end (ms). */
  openDayAt: number;
  /** The rows tell of all that was since (ms). */
  toldFrom: number;
  /** Where the new zone's packed days end (ms). */
  opensNext: number;
}

export interface NewDays {
  startDate: string;
  /** By date of the new zone, those that were not wholly operational. */
  closed: Map<string, Parts>;
}

const isTrouble = ({ status }: Segment) => status !== "operational";

function clipped(segments: readonly Segment[], { from, to }: Span): Segment[] {
  return segments.flatMap((each) => {
    const own = { ...each, from: Math.max(each.from, from), to: Math.min(each.to, to) };
    return own.from < own.to ? [own] : [];
  });
}

/** Of a packed day it is not known when what stood when: in the middle, so that it stays on the date with most of the day. */
function laidOut(parts: Parts, { from, to }: Span): Segment[] {
  const length = parts.reduce((sum, part) => sum + part, 0);
  let at = Math.max(from, from + Math.floor((to - from - length) / 2));
  const segments = partStatuses.map((status, place): Segment => {
    const own = { from: at, to: at + (parts[place] ?? 0), status };
    at = own.to;
    return own;
  });
  return clipped(segments, { from, to });
}

const isEqual = (one: Parts, other: Parts) => one.every((part, place) => part === other[place]);

/** When something was not operational on a day: as a reading of the rows says that agrees with what was packed, which counts. */
function troubleOf(parts: Parts, day: Span, readings: readonly Segment[][], toldFrom: number): Segment[] {
  const agreeing = day.from < toldFrom ? undefined : readings.find((told) => isEqual(tally(told, day), parts));
  return agreeing ? clipped(agreeing, day).filter(isTrouble) : laidOut(parts, day);
}

/** All that was not operational up to the new open day, in the order of time. */
function troubleBefore(days: OldDays, change: ZoneChange, startAt: number): Segment[] {
  const { from, openDayAt, toldFrom, opensNext } = change;
  const window = { from: Math.max(startAt, toldFrom), to: Math.max(openDayAt, opensNext) };
  const read = ({ changes, layers }: Pick<OldDays, "changes" | "layers">, stopped: readonly Span[]) =>
    effectiveSegments(changes, layers, window, startAt, stopped);
  const told = read(days, days.stopped);
  const readings = [told, read(uncovered(days), [])];
  const packed = [...days.closed].flatMap(([date, parts]) => {
    const day = { from: dayStart(from, date), to: nextDayStart(from, dayStart(from, date)) };
    return day.from < openDayAt ? troubleOf(parts, day, readings, toldFrom) : [];
  });
  const open = clipped(told, { from: openDayAt, to: opensNext }).filter(isTrouble);
  return clipped([...packed, ...open], { from: Number.NEGATIVE_INFINITY, to: opensNext });
}

/** The start's date is moved back where something that counted would be before it: the component's making, or trouble. */
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

function partsByDate(trouble: readonly Segment[], zone: string): Map<string, Parts> {
  const found = new Map<string, Parts>();
  const add = (segment: Segment, { date, from, to }: Day) => {
    const length = Math.min(segment.to, to) - Math.max(segment.from, from);
    const own = partStatuses.map((status) => (status === segment.status ? length : 0)) as unknown as Parts;
    found.set(date, addParts(found.get(date) ?? noParts, own));
  };
  for (const each of trouble) for (const day of daysBetween(zone, each.from, each.to)) add(each, day);
  return found;
}

/**
 * A component's packed days in the days of another zone: each instant that counted counts once, and as before. What the
 * start's date gains before anything was known is no data. The days from `opensNext` on are told by rows.
 */
export function rezoned(days: OldDays, change: ZoneChange): NewDays {
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
