import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusalFor } from "~/failures/refusal";
import { type MonitorMinute, packMinuteRing, ringMinutes, unpackMinuteRing } from "~/text/ring";
import { sampleState } from "../../../tests/support/sample-monitor";
import { judgeCheckResult } from "./judge";
import type { ConfirmedVerdict, MonitorStateRecord, UnconfirmedResult } from "./monitor";
import { type CheckThresholds, type RejudgeInput, rejudgeResults } from "./rejudge";
import { slowAboveMs } from "./usual-time";

const end = 30_000_000;
const begin = end - ringMinutes + 1;

const stateOf = (over: Partial<MonitorStateRecord> = {}): MonitorStateRecord =>
  sampleState({ since: begin - 500, last: end, milliseconds: 100, ...over });

const none: MonitorMinute = { state: "none", milliseconds: null };
const took = (milliseconds: number, state: "up" | "degraded" = "up"): MonitorMinute => ({ state, milliseconds });
const down: MonitorMinute = { state: "down", milliseconds: null };
const ringOf = (newest: readonly MonitorMinute[]) =>
  packMinuteRing([...Array.from({ length: ringMinutes - newest.length }, () => none), ...newest]);

const again = (
  newest: readonly MonitorMinute[],
  before: CheckThresholds,
  after: CheckThresholds,
  over: Partial<RejudgeInput> = {},
) =>
  rejudgeResults({
    state: stateOf(),
    ring: ringOf(newest),
    end,
    before,
    after: { regions: [], agree: null, ...after },
    ...over,
  });

const limit = (degradedAboveMs: number | null, inARow = 2): CheckThresholds => ({ degradedAboveMs, inARow });

describe("thresholds that a person changed", () => {
  test("a lower limit makes it slow at once, from the first of the results that are", () => {
    const { turn, state, ring } = again([took(100), took(400), took(500)], limit(null), limit(300));
    expect(turn).toEqual({ from: "up", to: "degraded", at: end - 1 });
    expect(state).toMatchObject({ confirmed: "degraded", since: end - 1 });
    expect(
      unpackMinuteRing(ring)
        .slice(-3)
        .map((each) => each.state),
    ).toEqual(["up", "degraded", "degraded"]);
  });

  test("a higher one ends what was slow, from its start", () => {
    const slow = stateOf({ confirmed: "degraded", since: end - 1, code: "slow" });
    const newest = [took(100), took(400, "degraded"), took(500, "degraded")];
    const { turn, state, sight } = again(newest, limit(300), limit(1000), { state: slow });
    expect(turn).toEqual({ from: "degraded", to: "up", at: end - 1 });
    expect(state).toMatchObject({ confirmed: "up", run: [], code: "ok" });
    expect(sight.verdict).toBe("up");
  });

  test("what is slower than usual turns it, too, and asks no other place, as none knows what is usual here", () => {
    const factor = { degradedAboveMs: null, inARow: 2, slowerThanUsual: 3, usualMs: 100 };
    const after = { ...factor, regions: ["weur"], agree: null };
    const { turn, sight } = again([took(250), took(400), took(500)], limit(null), factor, {
      after,
      state: stateOf({ milliseconds: 500 }),
    });
    expect(turn).toEqual({ from: "up", to: "degraded", at: end - 1 });
    expect(sight).toMatchObject({
      code: "slower",
      detail: refusalFor("check.slower", { milliseconds: 500, most: 300, usual: 100 }),
    });
    const slow = stateOf({ confirmed: "degraded", since: end - 1, code: "slower" });
    const back = again([took(100), took(400, "degraded"), took(500, "degraded")], factor, limit(null), { state: slow });
    expect(back).toMatchObject({ turn: { to: "up", at: end - 1 }, state: { code: "ok" } });
  });

  test("fewer results in a row count, more take it back", () => {
    const one = again([took(100), down], limit(null, 3), limit(null, 1));
    expect(one.turn).toEqual({ from: "up", to: "down", at: end });
    const broken = stateOf({ confirmed: "down", since: end });
    const more = again([took(100), took(100), took(100), down], limit(null, 1), limit(null, 3), { state: broken });
    expect(more.turn).toEqual({ from: "down", to: "up", at: end });
    expect(more.state.run).toEqual([[end, "down", 0]]);
  });

  test("what was degraded for another reason than its time stays so", () => {
    const warned = stateOf({ confirmed: "degraded", since: end - 3, code: "expires_soon" });
    const newest = [took(50, "degraded"), took(60, "degraded")];
    expect(again(newest, limit(300), limit(1000), { state: warned })).toMatchObject({
      turn: null,
      state: { confirmed: "degraded", code: "expires_soon" },
    });
  });

  test("where other places have a say the next check turns it; what is new or silent waits", () => {
    const asked = { degradedAboveMs: 300, inARow: 2, regions: ["weur"], agree: null };
    const left = again([took(400), took(500)], limit(null), limit(300), { after: asked });
    expect(left.turn).toBeNull();
    expect(judgeCheckResult(left.state, [end + 1, "degraded", 600], 2).turn).toMatchObject({
      to: "degraded",
      at: end - 1,
    });
    for (const state of [stateOf({ confirmed: "new" }), stateOf({ silentSince: end - 5 })])
      expect(again([took(400), took(500)], limit(null), limit(300), { state }).turn).toBeNull();
  });

  test("results of before it was resumed do not count", () => {
    const resumed = stateOf({ watchedSince: end * 60_000 });
    expect(again([down, down, took(10)], limit(null, 3), limit(null, 1), { state: resumed }).turn).toBeNull();
  });
});

const minute: fc.Arbitrary<MonitorMinute> = fc.oneof(
  fc.integer({ min: 1, max: 900 }).map((milliseconds) => took(milliseconds)),
  fc.constant(down),
  fc.constant(none),
);
const thresholds: fc.Arbitrary<CheckThresholds> = fc.record({
  degradedAboveMs: fc.option(fc.integer({ min: 1, max: 900 }), { nil: null }),
  inARow: fc.integer({ min: 1, max: 5 }),
  slowerThanUsual: fc.option(fc.constantFrom(1.5, 2, 10), { nil: null }),
  usualMs: fc.option(fc.integer({ min: 1, max: 400 }), { nil: null }),
});
/** Rings as checks leave them: judged by the earlier thresholds. */
const rings = fc.array(minute, { maxLength: ringMinutes });
const judgedBy = (given: readonly MonitorMinute[], limits: CheckThresholds): MonitorMinute[] =>
  given.map((each) =>
    each.state === "up" && (each.milliseconds ?? 0) > (slowAboveMs(limits) ?? Number.POSITIVE_INFINITY)
      ? { ...each, state: "degraded" as const }
      : each,
  );
const confirmed = fc.constantFrom<ConfirmedVerdict>("up", "degraded", "down");

describe("whatever the results and the thresholds", () => {
  test("the ring says what it would say if they had always held, and so does the state once enough results agree", () => {
    fc.assert(
      fc.property(rings, thresholds, thresholds, confirmed, (given, before, after, was) => {
        const state = stateOf({ confirmed: was });
        const { ring, state: now } = again(judgedBy(given, before), before, after, { state });
        expect(ring).toBe(ringOf(judgedBy(given, after)));
        const results = judgedBy(given, after).flatMap((each): UnconfirmedResult[] =>
          each.state === "none" || each.state === "no_data" ? [] : [[0, each.state, 0]],
        );
        const last = results.slice(-after.inARow).map(([, verdict]) => verdict);
        if (last.length === after.inARow && new Set(last).size === 1) expect(now.confirmed).toBe(last[0]);
        if (results.length === 0) expect(now.confirmed).toBe(was);
      }),
    );
  });

  test("there and back again is as before, and twice is once", () => {
    fc.assert(
      fc.property(rings, thresholds, thresholds, (given, before, after) => {
        const first = again(judgedBy(given, before), before, before);
        const there = again(judgedBy(given, before), before, after, { state: first.state });
        const twice = rejudgeResults({ ...there, end, before: after, after: { regions: [], agree: null, ...after } });
        expect(twice.ring).toBe(there.ring);
        expect(twice.state.confirmed).toBe(there.state.confirmed);
        const back = rejudgeResults({ ...there, end, before: after, after: { regions: [], agree: null, ...before } });
        expect(back.ring).toBe(first.ring);
      }),
    );
  });

  test("a turn is never dated before what it corrects, nor after the newest result", () => {
    fc.assert(
      fc.property(
        rings,
        thresholds,
        thresholds,
        fc.integer({ min: begin - 100, max: end }),
        confirmed,
        (given, before, after, since, was) => {
          const state = stateOf({ confirmed: was, since });
          const { turn, state: now } = again(judgedBy(given, before), before, after, { state });
          if (!turn) {
            expect(now.confirmed).toBe(was);
            return;
          }
          expect(turn.at).toBeGreaterThanOrEqual(since);
          expect(turn.at).toBeLessThanOrEqual(end);
          expect(turn.to).toBe(now.confirmed);
        },
      ),
    );
  });
});
