import fc from "fast-check";
import { expect, test } from "vitest";
import { confirmationEmailPauseMs } from "./mail-allowance";
import { type MailHistory, mailPlanningDays, mayPlanMailAt, planMailTimes } from "./planned-mails";
import { utcDayNumber } from "./stranger-rows";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = 20_000 * day + 15 * hour;
const nobody = (): MailHistory => ({ mailedAt: [], planned: [] });

test.each<[string, MailHistory, boolean]>([
  ["never mailed", { mailedAt: [], planned: [] }, true],
  ["two today", { mailedAt: [now - hour, now - 2 * hour], planned: [] }, true],
  ["three today", { mailedAt: [now - hour, now - 2 * hour, now - 3 * hour], planned: [] }, false],
  ["three, one of them a day ago", { mailedAt: [now - hour, now - 2 * hour, now - day], planned: [] }, true],
  ["two today, one tomorrow morning", { mailedAt: [now - hour, now - 2 * hour], planned: [now + 20 * hour] }, false],
  ["one right before", { mailedAt: [now - confirmationEmailPauseMs + 1], planned: [] }, false],
  ["one right after", { mailedAt: [], planned: [now + confirmationEmailPauseMs - 1] }, false],
])("%s: may be planned %s", (_, before, may) => {
  expect(mayPlanMailAt(before, now)).toBe(may);
});

test("ten at once, ten more after ten minutes, and tomorrow from the same hour on", () => {
  const planned = planMailTimes(Array.from({ length: 45 }, nobody), { now, room: () => 20 });
  const at = planned.ok ? planned.at : [];
  const after = (instant: number) => instant - now;
  expect(at.slice(0, 10).map(after)).toEqual(Array(10).fill(0));
  expect(at.slice(10, 20).map(after)).toEqual(Array(10).fill(10 * minute));
  // The UTC day ends nine hours later.
  expect(at.slice(20, 30).map(after)).toEqual(Array(10).fill(9 * hour));
  expect(Math.max(...at)).toBeLessThan(now + 2 * day);
});

test("what does not fit into two weeks is refused, with how many would", () => {
  expect(planMailTimes(Array.from({ length: 500 }, nobody), { now, room: () => 5 })).toEqual({ ok: false, fits: 75 });
  expect(planMailTimes([nobody()], { now, room: () => 0 })).toEqual({ ok: false, fits: 0 });
  expect(planMailTimes([], { now, room: () => 0 })).toEqual({ ok: true, at: [] });
});

test("no day holds more than its room, no address more than three a day, and everybody is asked exactly once", () => {
  const times = fc.array(fc.integer({ min: now - 2 * day, max: now }), { maxLength: 4 });
  const later = fc.array(fc.integer({ min: now, max: now + 10 * day }), { maxLength: 2 });
  const people = fc.array(fc.record({ mailedAt: times, planned: later }), { maxLength: 80 });
  const rooms = fc.array(fc.integer({ min: 0, max: 30 }), {
    minLength: mailPlanningDays + 2,
    maxLength: mailPlanningDays + 2,
  });
  fc.assert(
    fc.property(people, rooms, (asked, roomOfDay) => {
      const room = (which: number) => roomOfDay[which - utcDayNumber(now)] ?? 0;
      const planned = planMailTimes(asked, { now, room });
      if (!planned.ok) {
        expect(planned.fits).toBeLessThan(asked.length);
        return;
      }
      expect(planned.at).toHaveLength(asked.length);
      planned.at.forEach((at, n) => {
        expect(mayPlanMailAt(asked[n] as MailHistory, at)).toBe(true);
        expect(at).toBeGreaterThanOrEqual(now);
        expect(at).toBeLessThan(now + mailPlanningDays * day);
        expect(planned.at.filter((each) => utcDayNumber(each) === utcDayNumber(at)).length).toBeLessThanOrEqual(
          room(utcDayNumber(at)),
        );
      });
    }),
  );
});
