import fc from "fast-check";
import { expect, test } from "vitest";
import {
  emptyMinuteRing,
  hourRowOfRing,
  type MonitorMinute,
  minuteInRing,
  monitorMinuteStates,
  packMinuteRing,
  pushMinutesToRing,
  unpackMinuteRing,
} from "./ring";

const minute = fc.record({
  state: fc.constantFrom(...monitorMinuteStates),
  milliseconds: fc.option(fc.integer({ min: 0, max: 32_766 })),
});

test("a ring comes back as it was packed, in three letters a minute", () => {
  fc.assert(
    fc.property(fc.array(minute, { minLength: 60, maxLength: 60 }), (minutes) => {
      const packed = packMinuteRing(minutes);
      expect(packed).toMatch(/^[\w-]{180}$/);
      expect(unpackMinuteRing(packed)).toEqual(minutes);
    }),
  );
});

test("what is slower than 32 s is 32 s, and a negative latency of a clock that moved is none at all", () => {
  const up = (milliseconds: number): MonitorMinute => ({ state: "up", milliseconds });
  expect(unpackMinuteRing(pushMinutesToRing("", [up(99_999), up(-5)])).slice(-2)).toEqual([up(32_766), up(0)]);
});

test("pushing keeps the newest sixty, whatever the pieces", () => {
  fc.assert(
    fc.property(fc.array(fc.array(minute, { maxLength: 70 }), { maxLength: 5 }), (pieces) => {
      const ring = pieces.reduce((text, piece) => pushMinutesToRing(text, piece), "");
      const all = pieces.flat().slice(-60);
      expect(unpackMinuteRing(ring || emptyMinuteRing).slice(60 - all.length)).toEqual(all);
    }),
  );
});

test("the hour holds exactly its own minutes, and a minute is found by its time", () => {
  fc.assert(
    fc.property(
      fc.array(minute, { minLength: 60, maxLength: 60 }),
      fc.integer({ min: 29_000_000, max: 30_000_000 }),
      (minutes, end) => {
        const ring = packMinuteRing(minutes);
        const { hour, minutes: row } = hourRowOfRing(ring, end);
        const unpacked = unpackMinuteRing(row);
        for (let at = hour * 60; at < hour * 60 + 60; at++) {
          const expected = at <= end ? minuteInRing(ring, end, at) : { state: "none", milliseconds: null };
          expect(unpacked[at - hour * 60]).toEqual(expected);
        }
        expect(minuteInRing(ring, end, end + 1)).toBeNull();
        expect(minuteInRing(ring, end, end - 60)).toBeNull();
      },
    ),
  );
});

test("text that is no ring reads as nothing", () => {
  expect(unpackMinuteRing("").every(({ state }) => state === "none")).toBe(true);
  expect(unpackMinuteRing("€€€")).toHaveLength(60);
});
