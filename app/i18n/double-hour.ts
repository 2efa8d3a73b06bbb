/**
 * When clocks go back, an hour of the day comes twice: "01:30" alone names two instants then. Reckoned by Intl alone, as
 * browsers do it too.
 */
const [minute, hour] = [60_000, 3_600_000];
const day = 24 * hour;
/** No zone goes back further. */
const reach = 3 * hour;

const keptZones = 500;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= keptZones) formats.clear();
  const digits = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const made = new Intl.DateTimeFormat("en-u-nu-latn-ca-gregory", { timeZone, hourCycle: "h23", ...digits });
  formats.set(timeZone, made);
  return made;
}

/** How far the clocks are ahead of UTC, ms; to the minute. */
function offsetAt(timeZone: string, at: number): number {
  const whole = Math.floor(at / minute) * minute;
  const parts = formatOf(timeZone).formatToParts(whole);
  const of = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute")) - whole;
}

const keptDays = 4096;
/** By zone and day of UTC: whether clocks go back near it, which nearly no day has. */
const turning = new Map<string, boolean>();

function goesBackNear(timeZone: string, at: number): boolean {
  const start = Math.floor(at / day) * day;
  const key = `${timeZone} ${start}`;
  const known = turning.get(key);
  if (known !== undefined) return known;
  if (turning.size >= keptDays) turning.clear();
  const goes = offsetAt(timeZone, start - reach) > offsetAt(timeZone, start + day + reach);
  turning.set(key, goes);
  return goes;
}

/** Whether the clocks of a zone show what they show at an instant (ms) another time as well, shortly before or after. */
export function comesTwice(timeZone: string, at: number): boolean {
  if (!goesBackNear(timeZone, at)) return false;
  const here = offsetAt(timeZone, at);
  return [at - reach, at + reach].some((beside) => {
    const there = offsetAt(timeZone, beside);
    const back = beside < at ? there > here : there < here;
    return back && offsetAt(timeZone, at + here - there) === there;
  });
}
