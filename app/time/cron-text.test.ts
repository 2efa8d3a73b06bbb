import fc from "fast-check";
import { expect, test } from "vitest";
import { nextCalendarRuns } from "./calendar-event";
import { calendarEventsOfCron } from "./calendar-of-cron";
import { nextCronRuns } from "./schedule";

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

interface Part {
  text: string;
  /** True when it includes this day, month or day of the week, as a number. */
  fits: (value: number, date: Date) => boolean;
}

const weekday = (value: number) => value % 7;
const lastDay = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
const names = ["Sun", "mon", "TUE", "Wed", "thu", "FRI", "Sat"];

/** Generates a list of numbers, ranges and steps from `min` to `max`. */
function items(min: number, max: number): fc.Arbitrary<Part> {
  const number = fc.integer({ min, max });
  const one = number.map((value): Part => ({ text: `${value}`, fits: (each) => each === value }));
  const range = fc
    .tuple(number, number, fc.integer({ min: 1, max: 9 }), fc.boolean())
    .map(([a, b, by, steps]): Part => {
      const [low, high] = a < b ? [a, b] : [b, a];
      const text = `${low}-${high}${steps ? `/${by}` : ""}`;
      return { text, fits: (each) => each >= low && each <= high && (!steps || (each - low) % by === 0) };
    });
  return fc.oneof(one, range);
}

const listOf = (item: fc.Arbitrary<Part>): fc.Arbitrary<Part> =>
  fc.array(item, { minLength: 1, maxLength: 4 }).map((parts) => ({
    text: parts.map((each) => each.text).join(","),
    fits: (value, date) => parts.some((each) => each.fits(value, date)),
  }));

const every: fc.Arbitrary<Part> = fc.constant({ text: "*", fits: () => true });

const lastOfMonth: Part = { text: "L", fits: (value, date) => value === lastDay(date) };

const nth = fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 5 }), fc.boolean()).map(
  ([on, count, named]): Part => ({
    text: `${named ? names[on] : on}#${count}`,
    fits: (value, date) => value === on && Math.ceil(date.getUTCDate() / 7) === count,
  }),
);
const lastOf = fc.tuple(fc.nat(6), fc.boolean()).map(
  ([on, named]): Part => ({
    text: `${named ? names[on] : on}L`,
    fits: (value, date) => value === on && date.getUTCDate() + 7 > lastDay(date),
  }),
);
const weekdays = items(0, 7).map(
  ({ text, fits }): Part => ({
    text,
    fits: (value, date) => fits(value, date) || (value === 0 && fits(7, date)),
  }),
);

const dayOfMonth = fc.oneof(every, listOf(fc.oneof({ weight: 3, arbitrary: items(1, 31) }, fc.constant(lastOfMonth))));
const dayOfWeek = fc.oneof(every, listOf(fc.oneof(weekdays, nth, lastOf)));
const month = fc.oneof(every, listOf(items(1, 12)));

const timerRuns = (events: readonly string[], after: number, count: number) => {
  const runs = events.flatMap((expression) => nextCalendarRuns({ expression, timeZone: "UTC" }, after, count));
  return [...new Set(runs)].sort((a, b) => a - b).slice(0, count);
};

test("whatever is taken fires on exactly the days that crontab(5) means, with L and #, and breaks nothing", () => {
  const property = fc.property(dayOfMonth, month, dayOfWeek, (date, inMonth, onDay) => {
    const expression = `30 4 ${date.text} ${inMonth.text} ${onDay.text}`;
    const either = date.text !== "*" && onDay.text !== "*";
    const expected: number[] = [];
    for (let at = start; at < start + 2 * 365 * day && expected.length < 12; at += day) {
      const that = new Date(at);
      const [byDate, byDay] = [date.fits(that.getUTCDate(), that), onDay.fits(weekday(that.getUTCDay()), that)];
      const fits = inMonth.fits(that.getUTCMonth() + 1, that) && (either ? byDate || byDay : byDate && byDay);
      if (fits) expected.push(at + 4.5 * 3600_000);
    }
    const found = nextCronRuns({ expression, timeZone: "Etc/UTC" }, start, 12).filter(
      (each) => each < start + 730 * day,
    );
    expect({ expression, found: found.slice(0, expected.length) }).toEqual({ expression, found: expected });
    const timer = timerRuns(calendarEventsOfCron(expression) ?? [], start, 12);
    expect({ expression, timer: timer.slice(0, expected.length) }).toEqual({ expression, timer: expected });
  });
  fc.assert(property, { numRuns: 500 });
}, 30_000);

test("no text at all makes it throw", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."0123456789*,-/L#lfrisunjan ".split("")), maxLength: 30 });
  fc.assert(
    fc.property(fc.oneof(letters, fc.string()), (expression) => {
      expect(nextCronRuns({ expression, timeZone: "Europe/Berlin" }, start, 2).length).toBeLessThanOrEqual(2);
    }),
    { numRuns: 3000 },
  );
});

test.each<[string, string[] | null]>([
  ["0 3 * * *", ["*-*-* 03:00"]],
  ["*/15 9-17 * * mon-fri", ["Mon..Fri *-*-* 09..17:00/15"]],
  ["30 6 1,15 */3 *", ["*-01/3-01,15 06:30"]],
  ["0 0 1 * 0", ["*-*-01 00:00", "Sun *-*-* 00:00"]],
  ["0 0 * * 5-7", ["Fri..Sun *-*-* 00:00"]],
  ["0 0 */2 * 1", ["Mon *-*-01/2 00:00"]],
  ["0 0 L * *", ["*-*~01 00:00"]],
  ["0 0 * * FRI#2", ["Fri *-*-08..14 00:00"]],
  ["0 0 * * FRIL", ["Fri *-*~07/1 00:00"]],
  ["*/60 */24 * * *", ["*-*-* 00:00"]],
  ["0 0 */2 * FRI#2", null],
  ["@daily", null],
])("%s as a timer of systemd", (expression, events) => {
  expect(calendarEventsOfCron(expression)).toEqual(events);
  const spans = ["2024-02-27T23:00:00Z", "2026-12-30T11:07:00Z"].map((each) => Date.parse(each));
  for (const after of events ? spans : []) {
    expect(timerRuns(events ?? [], after, 40)).toEqual(nextCronRuns({ expression, timeZone: "UTC" }, after, 40));
  }
});
