import fc from "fast-check";
import { expect, test } from "vitest";
import { allowedCheckIntervalMinutes } from "~/plan/check-intervals";
import { samplePlan, sampleState } from "../../../tests/support/sample-monitor";
import {
  countScheduledMinutes,
  dueMonitors,
  isCheckScheduled,
  isShardMinuteWritten,
  nextCheckAt,
  nextShardCheckAt,
  shardNeedsCheck,
} from "./monitor-due";

const start = 29_700_000;

test("a doubled or late tick finds its minute taken; a clock that moved far does not", () => {
  expect([
    isShardMinuteWritten(10, 10),
    isShardMinuteWritten(11, 10),
    isShardMinuteWritten(15, 10),
    isShardMinuteWritten(16, 10),
    isShardMinuteWritten(9, 10),
  ]).toEqual([true, true, true, false, false]);
});

test("what is owed goes first, then what waited longest; a paused one never", () => {
  const plan = ["a", "b", "c", "d"].map((id) => samplePlan({ id, paused: id === "d" }));
  const states = {
    a: sampleState({ last: start }),
    b: sampleState({ last: start - 5 }),
    c: sampleState({ last: start, owed: true }),
    d: sampleState({ owed: true }),
  };
  const due = dueMonitors({ minute: start, plan, states }, start + 1).map(({ id }) => id);
  expect(due).toEqual(["c", "b", "a"]);
});

test("nothing due, nothing silent: the row is left alone; silence is noticed between two checks", () => {
  const plan = [samplePlan({ interval: 60, phase: 0 })];
  const minute = Math.ceil(start / 60) * 60;
  const at = (last: number) => ({ minute: last, plan, states: { web: sampleState({ last }) } });
  expect(shardNeedsCheck(at(minute), minute + 1)).toBe(false);
  expect(shardNeedsCheck(at(minute), minute + 60)).toBe(true);
  expect(shardNeedsCheck(at(minute - 123), minute + 1)).toBe(true);
});

test("each interval and phase: as often as counted, and the next check is the next scheduled minute", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...allowedCheckIntervalMinutes),
      fc.nat(59),
      fc.nat(400),
      fc.nat(200),
      (interval, phase, offset, span) => {
        const monitor = samplePlan({ interval, phase: phase % interval, watchedSince: 0 });
        const [from, to] = [start + offset, start + offset + span];
        const minutes = Array.from({ length: span }, (_, index) => from + 1 + index);
        expect(countScheduledMinutes(monitor, from, to)).toBe(
          minutes.filter((each) => isCheckScheduled(monitor, each)).length,
        );
        const next = (nextCheckAt(monitor, from * 60_000 + 17) ?? 0) / 60_000;
        expect(isCheckScheduled(monitor, next)).toBe(true);
        expect(next - from).toBeLessThanOrEqual(interval);
        expect(next).toBeGreaterThan(from);
      },
    ),
  );
});

test("between two looks at a shard there is nothing to do for it, whatever is known of its monitors", () => {
  const minuteOrNull = (least: number) => fc.option(fc.integer({ min: start + least, max: start }), { freq: 3 });
  const monitor = fc.record({
    interval: fc.constantFrom(...allowedCheckIntervalMinutes),
    paused: fc.boolean(),
    isKnown: fc.integer({ min: 0, max: 9 }),
    last: minuteOrNull(-130),
    silentSince: minuteOrNull(-60),
    heardAt: minuteOrNull(-5),
    owed: fc.integer({ min: 0, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(monitor, { maxLength: 4 }), (drafts) => {
      const plan = drafts.map(({ interval, paused }, index) =>
        samplePlan({ id: `m${index}`, interval, paused, phase: index % interval }),
      );
      const known = drafts.flatMap(({ last, silentSince, heardAt, owed, isKnown }, index) =>
        isKnown === 0 ? [] : [[`m${index}`, sampleState({ last, silentSince, heardAt, owed: owed === 0 })] as const],
      );
      const shard = { minute: start, plan, states: Object.fromEntries(known) };
      const at = nextShardCheckAt(shard, start);
      const needed = Array.from({ length: 200 }, (_, index) => start + 1 + index).find((each) =>
        shardNeedsCheck(shard, each),
      );
      if (at === null) expect(needed).toBeUndefined();
      else expect(needed).toBe(Math.max(at / 60_000, start + 1));
    }),
    { numRuns: 300 },
  );
});
