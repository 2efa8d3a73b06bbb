import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { nextOccurrenceStarts } from "~/time/recurrence";
import { type MaintenanceRepeat, rruleText } from "~/time/repeat";
import {
  endRepeatRule,
  hasOverlappingOccurrences,
  planOccurrences,
  reassignOccurrences,
  seriesHorizonMs,
  shiftSeriesStart,
} from "./series";

const hour = 3600_000;
const day = 24 * hour;
const zone = "Europe/Berlin";
const never = { kind: "never" as const };
const at = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;

function series(repeat: MaintenanceRepeat, startsLocal = "2026-11-24T02:00", more: object = {}) {
  const times = { rule: rruleText(repeat, startsLocal), zone, startsLocal, duration: hour };
  return { ...times, madeUntil: 0, components: {}, ...more };
}
const nightly = series({ frequency: "daily", interval: 1, end: never });
const weekly = series({ frequency: "weekly", interval: 1, end: never });

describe("a step of a series", () => {
  const now = at("2026-11-21T12:00");

  test("makes those of thirty days, and is due again when the next comes within them", () => {
    const step = planOccurrences(weekly, now);
    expect(step.starts).toEqual(["11-24", "12-01", "12-08", "12-15"].map((date) => at(`2026-${date}T02:00`)));
    expect(step.dueAt).toBe(at("2026-12-22T02:00") - seriesHorizonMs);
    expect(planOccurrences({ ...weekly, ...step }, now).starts).toEqual([]);
    expect(planOccurrences({ ...weekly, ...step }, step.dueAt ?? 0).starts).toEqual([at("2026-12-22T02:00")]);
  });

  test("a first one far away is made when asked for; a rule that is over is never due", () => {
    const later = series({ frequency: "weekly", interval: 1, end: never }, "2027-06-01T02:00");
    expect(planOccurrences(later, now, { atLeast: 1 }).starts).toHaveLength(1);
    const two = series({ frequency: "daily", interval: 1, end: { kind: "count", count: 2 } });
    expect(planOccurrences(two, now)).toMatchObject({ starts: { length: 2 }, dueAt: null });
  });

  test("many components take several steps; nothing is lost between them", () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`c${index}`, "major_outage"]));
    const [starts, wanted] = [[] as number[], planOccurrences(nightly, now).starts];
    let state = { ...nightly, components: many };
    for (let steps = 0; steps < 9; steps++) {
      const step = planOccurrences(state, now);
      starts.push(...step.starts);
      state = { ...state, madeUntil: step.madeUntil };
      expect(step.starts.length).toBeLessThanOrEqual(7);
    }
    expect(starts).toEqual(wanted);
  });

  test("after a long sleep only what is not over is made", () => {
    const woken = at("2027-03-01T02:30");
    expect(planOccurrences({ ...nightly, madeUntil: at("2026-12-01T02:00") }, woken).starts[0]).toBe(
      at("2027-03-01T02:00"),
    );
  });

  test("stepped at any instants, each start is made once and in order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 * day }), { maxLength: 12 }), (waits) => {
        let [state, clock] = [nightly, now];
        const made: number[] = [];
        for (const wait of waits) {
          clock += wait;
          const step = planOccurrences(state, clock);
          made.push(...step.starts);
          state = { ...state, madeUntil: step.madeUntil };
        }
        expect(new Set(made).size).toBe(made.length);
        expect([...made].sort((one, other) => one - other)).toEqual(made);
      }),
    );
  });
});

test("a repetition must not begin before it has ended", () => {
  expect(hasOverlappingOccurrences(nightly)).toBe(false);
  expect(hasOverlappingOccurrences({ ...nightly, duration: 25 * hour })).toBe(true);
});

describe("other times for what is planned", () => {
  const planned = ["2026-11-24", "2026-12-01", "2026-12-08"].map((date, index) => ({
    id: `m${index}`,
    occurrenceAt: at(`${date}T02:00`),
  }));

  test("another hour keeps each on its day; fewer drop the last; more are made", () => {
    const later = planned.map(({ occurrenceAt }) => occurrenceAt + hour);
    expect(reassignOccurrences(planned, [], later, zone)).toMatchObject({
      kept: planned.map(({ id }, index) => ({ id, at: later[index] })),
      dropped: [],
      made: [],
    });
    expect(reassignOccurrences(planned, [], later.slice(0, 1), zone).dropped).toEqual(["m1", "m2"]);
    expect(reassignOccurrences(planned.slice(0, 1), [], later, zone).made).toEqual(later.slice(1));
  });

  test("for the day of one that a person changed nothing else is made", () => {
    const held = [at("2026-12-01T02:00")];
    const free = planned.filter(({ id }) => id !== "m1");
    const arranged = reassignOccurrences(
      free,
      held,
      planned.map(({ occurrenceAt }) => occurrenceAt + hour),
      zone,
    );
    expect(arranged.made).toEqual([]);
    expect(arranged.kept.map(({ id }) => id).sort()).toEqual(["m0", "m2"]);
  });

  test("whatever it was and will be: all starts are covered once, no two collide on the way", () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 12 });
    fc.assert(
      fc.property(days, days, fc.constantFrom(0, hour), (before, after, shift) => {
        const base = at("2026-11-24T02:00");
        const own = before.map((each) => ({ id: `m${each}`, occurrenceAt: base + each * day }));
        const starts = after.map((each) => base + each * day + shift);
        const { kept, dropped, made } = reassignOccurrences(own, [], starts, "Etc/UTC");
        expect([...kept.map((each) => each.at), ...made].sort()).toEqual([...starts].sort());
        expect([...kept.map((each) => each.id), ...dropped].sort()).toEqual(own.map((each) => each.id).sort());
        const moved = kept.filter((each) => own.find(({ id }) => id === each.id)?.occurrenceAt !== each.at);
        expect(moved.some((each) => own.some(({ occurrenceAt }) => occurrenceAt === each.at))).toBe(false);
      }),
    );
  });
});

describe("a series that is changed by one of its windows", () => {
  test("the same window changes nothing; another hour moves the clock; another day begins again", () => {
    expect(shiftSeriesStart(weekly, at("2026-12-15T02:00"))).toBe("2026-11-24T02:00");
    expect(shiftSeriesStart(weekly, at("2026-12-15T03:30"))).toBe("2026-11-24T03:30");
    expect(shiftSeriesStart(weekly, at("2026-12-16T02:00"))).toBe("2026-12-16T02:00");
  });

  test("one that is ended has no start any more", () => {
    const now = at("2026-12-02T12:00");
    const rule = endRepeatRule(weekly, now);
    expect(nextOccurrenceStarts({ ...weekly, rule, after: now, limit: 1 })).toEqual([]);
  });
});
