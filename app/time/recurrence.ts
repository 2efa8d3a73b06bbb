import { type ByWeekday, Frequency, RRule, Weekday } from "rrule";
import { Temporal } from "temporal-polyfill";
import { dayMs } from "./durations";
import { type MaintenanceRepeat, repeatOfRrule, rruleParts, rruleText, weekdays } from "./repeat";

/** Encodes a wall-clock time as if it were UTC, because `rrule` calculates in UTC only. */
const asUtc = (plain: Temporal.PlainDateTime): Date => new Date(plain.toZonedDateTime("UTC").epochMilliseconds);
const plainOf = (date: Date): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO("UTC").toPlainDateTime();

/**
 * Returns a start of the same series shortly before `after`, so that earlier occurrences need not be computed. A series
 * that ends after a number of occurrences always starts at `first`.
 */
function nearer(
  first: Temporal.PlainDateTime,
  repeat: MaintenanceRepeat,
  after: Temporal.PlainDateTime,
): Temporal.PlainDateTime {
  const { frequency, interval, end } = repeat;
  if (end.kind === "count") return first;
  const days = Math.floor((asUtc(after).getTime() - asUtc(first).getTime()) / dayMs);
  const beat = { daily: interval, weekly: 7 * interval, monthly_day: 31 * interval, monthly_weekday: 31 * interval };
  const skipped = Math.floor(days / beat[frequency]) - 2;
  if (skipped <= 0) return first;
  if (frequency === "daily" || frequency === "weekly") return first.add({ days: skipped * beat[frequency] });
  return first.with({ day: 1 }).add({ months: skipped * interval });
}

const codes: Record<string, Weekday> = Object.fromEntries(
  weekdays.map((name, index) => [name.toUpperCase(), new Weekday(index)]),
);

function byDays(text: string | undefined): ByWeekday[] | null {
  if (text === undefined) return null;
  return text.split(",").map((each) => {
    const code = codes[each.slice(-2)] as Weekday;
    return each.length > 2 ? code.nth(Number(each.slice(0, -2))) : code;
  });
}

const frequencyCodes: Record<string, Frequency> = {
  DAILY: Frequency.DAILY,
  WEEKLY: Frequency.WEEKLY,
  MONTHLY: Frequency.MONTHLY,
};

const lastMoment = Temporal.PlainDateTime.from("2200-01-01T00:00");

/** Returns the `rrule` object; the day of the month comes from the first start, whatever the text says. */
function reckoner(repeat: MaintenanceRepeat, first: Temporal.PlainDateTime, after: Temporal.PlainDateTime): RRule {
  const parts = rruleParts(rruleText(repeat, first.toString())) ?? {};
  const { end, interval } = repeat;
  const until = end.kind === "until" ? Temporal.PlainDateTime.from(`${end.date}T23:59:59`) : lastMoment;
  return new RRule({
    freq: frequencyCodes[parts.FREQ ?? ""] ?? Frequency.DAILY,
    interval,
    wkst: new Weekday(0),
    dtstart: asUtc(nearer(first, repeat, after)),
    until: asUtc(Temporal.PlainDateTime.compare(until, lastMoment) < 0 ? until : lastMoment),
    count: end.kind === "count" ? end.count : null,
    byweekday: byDays(parts.BYDAY),
    bymonthday: parts.BYMONTHDAY?.split(",").map(Number) ?? null,
    bysetpos: parts.BYSETPOS ? Number(parts.BYSETPOS) : null,
  });
}

export interface RecurringSchedule {
  /** RRULE without DTSTART, as `rruleText` writes it. */
  rule: string;
  /** IANA zone of the wall clock. */
  zone: string;
  /** First start, `YYYY-MM-DDTHH:mm`. */
  startsLocal: string;
}

export interface OccurrenceStart {
  at: number;
  /** True if the clocks skip the time of the start that day, so that the occurrence starts at the end of the gap. */
  skippedHour: boolean;
}

function startAt(plain: Temporal.PlainDateTime, zone: string): OccurrenceStart {
  const earlier = plain.toZonedDateTime(zone, { disambiguation: "earlier" });
  if (earlier.toPlainDateTime().equals(plain)) return { at: earlier.epochMilliseconds, skippedHour: false };
  const jump = earlier.getTimeZoneTransition("next") ?? earlier;
  return { at: jump.epochMilliseconds, skippedHour: true };
}

/**
 * Returns the starts after the instant `after` (ms), at most `limit`, in order. If the clocks repeat a wall-clock time,
 * its first occurrence counts; if they skip it, the start moves to the end of the gap. Empty for a rule that
 * `repeatOfRrule` does not understand.
 */
export function nextOccurrenceStarts(series: RecurringSchedule & { after: number; limit: number }): OccurrenceStart[] {
  const { rule, zone, startsLocal, after, limit } = series;
  const repeat = repeatOfRrule(rule);
  if (!repeat || limit < 1) return [];
  const first = Temporal.PlainDateTime.from(startsLocal);
  const local = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone).toPlainDateTime();
  const starts: OccurrenceStart[] = [];
  reckoner(repeat, first, local).all((date) => {
    const start = startAt(plainOf(date), zone);
    if (start.at > after && start.at > (starts.at(-1)?.at ?? 0)) starts.push(start);
    return starts.length < limit;
  });
  return starts;
}
