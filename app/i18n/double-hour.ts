import { dayMs, hourMs, minuteMs } from "~/time/durations";

/**
 * When clocks go back, an hour of the day comes twice: "01:30" alone then means two instants. Computed with Intl alone,
 * because browsers do it too.
 */
/** Longest step by which a zone's clocks go back. */
const zoneReachMs = 3 * hourMs;

const maxCachedZones = 500;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= maxCachedZones) formats.clear();
  const digits = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const made = new Intl.DateTimeFormat("en-u-nu-latn-ca-gregory", { timeZone, hourCycle: "h23", ...digits });
  formats.set(timeZone, made);
  return made;
}

/** Returns the offset of the clocks from UTC, in ms, to the minute. */
function offsetAt(timeZone: string, at: number): number {
  const whole = Math.floor(at / minuteMs) * minuteMs;
  const parts = formatOf(timeZone).formatToParts(whole);
  const of = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute")) - whole;
}

const keptDays = 4096;
/** Cache by zone and UTC day: true when clocks go back near it, which is rare. */
const turning = new Map<string, boolean>();

function goesBackNear(timeZone: string, at: number): boolean {
  const start = Math.floor(at / dayMs) * dayMs;
  const key = `${timeZone} ${start}`;
  const known = turning.get(key);
  if (known !== undefined) return known;
  if (turning.size >= keptDays) turning.clear();
  const goes = offsetAt(timeZone, start - zoneReachMs) > offsetAt(timeZone, start + dayMs + zoneReachMs);
  turning.set(key, goes);
  return goes;
}

/** Returns true when the clocks of a zone show the same time again shortly before or after an instant (ms). */
export function isRepeatedHour(timeZone: string, at: number): boolean {
  if (!goesBackNear(timeZone, at)) return false;
  const here = offsetAt(timeZone, at);
  return [at - zoneReachMs, at + zoneReachMs].some((beside) => {
    const there = offsetAt(timeZone, beside);
    const back = beside < at ? there > here : there < here;
    return back && offsetAt(timeZone, at + here - there) === there;
  });
}
