import { Temporal } from "temporal-polyfill";

/** Times of day as 22:00, in a zone; "" = none. The end may be on the next day. */
export interface QuietHours {
  quietFrom: string;
  quietUntil: string;
}

const wallClock = (time: Temporal.ZonedDateTime): string => time.toPlainTime().toString({ smallestUnit: "minute" });

const isWithin = (clock: string, { quietFrom: from, quietUntil: until }: QuietHours): boolean =>
  from < until ? from <= clock && clock < until : from <= clock || clock < until;

/**
 * Returns the next time after `now` at which the wall clock shows `clock`; when the clocks skip it, the first instant
 * after the gap.
 */
function nextAt(now: Temporal.ZonedDateTime, clock: string): number {
  const time = Temporal.PlainTime.from(clock);
  const days = [0, 1, 2].map((days) => now.toPlainDate().add({ days }));
  const times = days.flatMap((plainDate) =>
    (["earlier", "later"] as const).map((disambiguation) => {
      const plain = plainDate.toPlainDateTime(time);
      const found = plain.toZonedDateTime(now.timeZoneId, { disambiguation });
      if (found.toPlainDateTime().equals(plain)) return found.epochMilliseconds;
      // The time is skipped: the end of the gap is the next transition after the earlier reading, which lies before the
      // gap.
      const before = plain.toZonedDateTime(now.timeZoneId, { disambiguation: "earlier" });
      return (before.getTimeZoneTransition("next") ?? before).epochMilliseconds;
    }),
  );
  return Math.min(...times.filter((at) => at > now.epochMilliseconds));
}

/**
 * Returns true for the first minute after a gap that skips all time between two quiet hours; that minute counts as not
 * quiet.
 */
const haveJustEnded = (now: Temporal.ZonedDateTime, until: string): boolean =>
  nextAt(now.round({ smallestUnit: "minute", roundingMode: "floor" }).subtract({ milliseconds: 1 }), until) <=
  now.epochMilliseconds;

/**
 * Returns when the present quiet hours end, UTC ms; null when it is not quiet. Seconds and smaller units do not count.
 */
export function quietHoursEnd(hours: QuietHours, timeZone: string, now: number): number | null {
  const { quietFrom, quietUntil } = hours;
  if (quietFrom === "" || quietUntil === "" || quietFrom === quietUntil) return null;
  const here = Temporal.Instant.fromEpochMilliseconds(Math.floor(now)).toZonedDateTimeISO(timeZone);
  const isQuiet = isWithin(wallClock(here), hours) && !haveJustEnded(here, quietUntil);
  return isQuiet ? nextAt(here, quietUntil) : null;
}

/** Returns why quiet hours are refused that have only one time, or the same start and end; otherwise null. */
export function quietHoursRefusal({ quietFrom, quietUntil }: QuietHours) {
  if ((quietFrom === "") !== (quietUntil === "")) return "channel.quiet_both" as const;
  return quietFrom !== "" && quietFrom === quietUntil ? ("channel.quiet_same" as const) : null;
}
