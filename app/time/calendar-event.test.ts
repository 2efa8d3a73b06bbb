import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { englishText } from "~/failures/refusal";
import { refusalText } from "~/i18n/refusal-text";
import saved from "../../tests/fixtures/systemd-calendar/answers.json";
import { cpuClock } from "../../tests/support/cpu-work";
import { nextCalendarRuns, validateCalendarSchedule } from "./calendar-event";
import { parseSystemdCalendarEvent } from "./calendar-text";

const instant = (at: number) => new Date(at).toISOString().replace(".000Z", "Z");

function ownAnswer(expression: string, after: string): string[] | null {
  const checked = validateCalendarSchedule({ expression, timeZone: "UTC" });
  return checked.ok ? nextCalendarRuns(checked.value, Date.parse(after), 4).map(instant) : null;
}

/** tests/fixtures/systemd-calendar/SOURCE.md */
test.each(saved.answers)("$expression after $after is what systemd says", ({ expression, after, runs }) => {
  expect(ownAnswer(expression, after)).toEqual(runs);
});

describe("what is typed", () => {
  test("may come from a unit file, and its zone stands beside it afterwards", () => {
    const given = { expression: "  OnCalendar = Mon..Fri   10:00\tEurope/Berlin ", timeZone: "UTC" };
    const kept = { expression: "Mon..Fri 10:00", timeZone: "Europe/Berlin" };
    expect(validateCalendarSchedule(given)).toEqual({ ok: true, value: kept });
    expect(validateCalendarSchedule(kept)).toEqual({ ok: true, value: kept });
  });

  test.each<[string, RegExp]>([
    ["", /Mon \*-\*-\* 10:00/],
    ["10", /such as/],
    ["10:00 Europe/Nowhere", /time zone/],
    ["constructor", /^Day of the week: “constructor” is unknown/],
    ["Moon 10:00", /^Day of the week: “moon” is unknown/],
    ["Fri..Mon", /^Day of the week: “fri\.\.mon” goes backwards/],
    ["25:00", /^Hour: enter 0 to 23, not 25/],
    ["*:0/70", /^Minute: the step “70”/],
    ["*:*:61", /^Second: enter 0 to 59/],
    ["2200-01-01", /^Year: enter 1970 to 2199/],
    ["*-*~29", /^Day of the month: enter 1 to 28/],
    ["1/2/3:00", /^Hour: “1\/2\/3” can’t be read/],
    ["00:00:00.5", /whole seconds/],
    ["@1395716396", /such as/],
    ["1".repeat(201), /at most 200/],
  ])("%s is refused in words", (expression, words) => {
    const checked = validateCalendarSchedule({ expression, timeZone: "UTC" });
    if (checked.ok || checked.failure.name !== "invalid") throw new Error("it was taken");
    expect(
      refusalText(checked.failure.fields.expression ?? checked.failure.fields.timeZone ?? englishText(""), "en"),
    ).toMatch(words);
  });

  test("of no zone is refused, and never elapses", () => {
    expect(validateCalendarSchedule({ expression: "daily", timeZone: "Nowhere" })).toMatchObject({ ok: false });
    expect(nextCalendarRuns({ expression: "daily", timeZone: "Nowhere" }, 0, 1)).toEqual([]);
    expect(nextCalendarRuns({ expression: "garbage", timeZone: "UTC" }, 0, 1)).toEqual([]);
  });
});

const numbers = (least: number, most: number) =>
  fc.oneof(
    fc.constant("*"),
    fc.integer({ min: least, max: most }).map(String),
    fc
      .tuple(fc.integer({ min: least, max: most - 5 }), fc.integer({ min: 1, max: 4 }))
      .map(([at, by]) => `${at}/${by}`),
  );
const expressions = fc
  .tuple(fc.constantFrom("", "Mon..Fri ", "Sun "), numbers(1, 12), fc.constantFrom("-", "~"), numbers(1, 28))
  .chain(([days, month, mark, day]) =>
    fc
      .tuple(numbers(0, 23), numbers(0, 59), numbers(0, 59))
      .map(([hour, minute, second]) => `${days}*-${month}${mark}${day} ${hour}:${minute}:${second}`),
  );
const zones = fc.constantFrom("UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Africa/Casablanca");

test("runs rise, come after, are whole seconds of a wall clock, and are the same from any time before the first", () => {
  fc.assert(
    fc.property(
      expressions,
      zones,
      fc.integer({ min: 0, max: 4e12 }),
      fc.nat(),
      (expression, timeZone, after, part) => {
        const checked = validateCalendarSchedule({ expression, timeZone });
        fc.pre(checked.ok);
        const runs = nextCalendarRuns({ expression, timeZone }, after, 3);
        const [first] = runs;
        expect(runs.every((at, index) => at > (runs[index - 1] ?? after) && at % 1000 === 0)).toBe(true);
        if (first === undefined) return;
        const between = after + (part % (first - after));
        const wall = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).offset;
        if (wall(between) === wall(after)) expect(nextCalendarRuns({ expression, timeZone }, between, 3)).toEqual(runs);
      },
    ),
  );
});

test("where an hour comes twice, what runs each second costs no search through all of it", () => {
  const after = Date.parse("2026-10-25T01:00:00.500Z");
  const worked = cpuClock();
  for (let count = 0; count < 20; count++) {
    const runs = nextCalendarRuns({ expression: "*:*:*", timeZone: "Europe/Berlin" }, after + count, 2).map(instant);
    expect(runs).toEqual(["2026-10-25T02:00:00Z", "2026-10-25T02:00:01Z"]);
  }
  expect(worked()).toBeLessThan(1000);
});

test("any text is read or refused, and never throws", () => {
  const letters = fc.constantFrom(..."*-~:/.,0123456789 MonFriUTC@=");
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 30 }), (text) => {
      const read = parseSystemdCalendarEvent(text);
      if (!read.ok) expect(read.failure.name).toBe("invalid");
    }),
  );
});
