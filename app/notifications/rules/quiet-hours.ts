import { Temporal } from "temporal-polyfill";

/** Times of day as 22:00, in a zone; "" = none. The end may be on the next day. */
export interface QuietHours {
  quietFrom: string;
  quietUntil: string;
}

const wallClock = (time: Temporal.ZonedDateTime): string => time.toPlainTime().toString({ smallestUnit: "minute" });

const isWithin = (clock: string, { quietFrom: from, quietUntil: until }: QuietHours): boolean =>
  from < until ? from <= clock && clock < until : from <= clock || clock < until;

/** The next time the wall clock shows `clock`, from `now` on; where the clocks jump over it, the first instant after. */
function nextAt(now: Temporal.ZonedDateTime, clock: string): number {
  const time = Temporal.PlainTime.from(clock);
  const days = [0, 1, 2].map((days) => now.toPlainDate().add({ days }));
  const times = days.flatMap((plainDate) =>
    (["earlier", "later"] as const).map((disambiguation) => {
      const plain = plainDate.toPlainDateTime(time);
      const found = plain.toZonedDateTime(now.timeZoneId, { disambiguation });
      if (found.toPlainDateTime().equals(plain)) return found.epochMilliseconds;
      // Jumped over: the gap's end is where the earlier reading, which is before the gap, finds its next change.
      const before = plain.toZonedDateTime(now.timeZoneId, { disambiguation: "earlier" });
      return (before.getTimeZoneTransition("next") ?? before).epochMilliseconds;
    }),
  );
  return Math.min(...times.filter((at) => at > now.epochMilliseconds));
}

/** Where the clocks jump over all time between two quiet hours, the first minute after the jump is the time between them. */
const haveJustEnded = (now: Temporal.ZonedDateTime, until: string): boolean =>
  nextAt(now.round({ smallestUnit: "minute", roundingMode: "floor" }).subtract({ milliseconds: 1 }), until) <=
  now.epochMilliseconds;

/** When quiet hours that are going on end, UTC ms; null = it is not quiet. Seconds and less do not count. */
export function quietEnd(hours: QuietHours, timeZone: string, now: number): number | null {
  const { quietFrom, quietUntil } = hours;
  if (quietFrom === "" || quietUntil === "" || quietFrom === quietUntil) return null;
  const here = Temporal.Instant.fromEpochMilliseconds(Math.floor(now)).toZonedDateTimeISO(timeZone);
  const isQuiet = isWithin(wallClock(here), hours) && !haveJustEnded(here, quietUntil);
  return isQuiet ? nextAt(here, quietUntil) : null;
}

/** The refusal of hours that only half are there, or that would never begin or never end. */
export function quietTrouble({ quietFrom, quietUntil }: QuietHours) {
  if ((quietFrom === "") !== (quietUntil === "")) return "channel.quiet_both" as const;
  return quietFrom !== "" && quietFrom === quietUntil ? ("channel.quiet_same" as const) : null;
}
