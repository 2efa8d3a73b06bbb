import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { englishText } from "~/failures/refusal";
import { type MonitorMinute, minuteInRing, unpackMinuteRing } from "~/text/ring";
import { samplePlan, sampleState } from "../../../tests/support/sample-monitor";
import type { CheckVerdict, MonitorCheckResult, MonitorStateRecord, PlannedMonitor } from "./monitor";
import { isCheckScheduled, isShardMinuteWritten, shardNeedsCheck, silentAfterMinutes } from "./monitor-due";
import { advanceMonitorMinute, type MonitorMinuteResult } from "./shard-step";

const start = 29_700_000 - (29_700_000 % 1440);
const seen = (verdict: MonitorCheckResult["verdict"]): MonitorCheckResult => ({
  verdict,
  milliseconds: verdict === "none" ? null : 20,
  code: "c",
  detail: englishText(""),
});

interface Kept {
  minute: number;
  ring: string;
  state: MonitorStateRecord | undefined;
}

/** Runs one tick over one monitor in its own shard; null when the minute is taken or there is nothing to do. */
function step(
  monitor: PlannedMonitor,
  kept: Kept,
  minute: number,
  sight: MonitorCheckResult | null,
): { kept: Kept; stepped: MonitorMinuteResult } | null {
  const { state } = kept;
  const states = state ? { [monitor.id]: state } : {};
  const shard = { minute: kept.minute, plan: [monitor], states, rings: { [monitor.id]: kept.ring } };
  if (!shardNeedsCheck(shard, minute)) return null;
  const sights = new Map(sight ? [[monitor.id, sight]] : []);
  const stepped = advanceMonitorMinute(monitor, { minute, shard, sights, opinions: new Map() });
  return { kept: { minute, ring: stepped.ring, state: stepped.state }, stepped };
}

const blank: Kept = { minute: start, ring: "", state: undefined };

/** Runs ticks at these minutes with these verdicts; `null` = due, but it did not run. */
function story(
  monitor: PlannedMonitor,
  ticks: readonly [minute: number, verdict: MonitorCheckResult["verdict"] | null][],
) {
  let kept = blank;
  const all: (MonitorMinuteResult & { minute: number })[] = [];
  for (const [minute, verdict] of ticks) {
    const done = step(monitor, kept, minute, verdict === null ? null : seen(verdict));
    if (!done) continue;
    kept = done.kept;
    all.push({ ...done.stepped, minute });
  }
  return { kept, all };
}

const each = (
  from: number,
  verdicts: (MonitorCheckResult["verdict"] | null)[],
): [number, MonitorCheckResult["verdict"] | null][] => verdicts.map((verdict, index) => [from + index, verdict]);
const watched = (more: Partial<PlannedMonitor> = {}) => samplePlan({ watchedSince: start * 60_000, ...more });

describe("what did not run", () => {
  test("is no data, and first next minute, however rarely it is checked", () => {
    const monitor = watched({ interval: 60 });
    const { all, kept } = story(monitor, [
      [start + 60, "up"],
      [start + 120, null],
      [start + 121, "up"],
    ]);
    expect(all.map(({ state }) => state.owed)).toEqual([false, true, false]);
    expect(minuteInRing(kept.ring, kept.minute, start + 120)?.state).toBe("no_data");
    expect(minuteInRing(kept.ring, kept.minute, start + 121)?.state).toBe("up");
  });
  test("does not end a row of results", () => {
    const { all } = story(watched(), each(start + 1, ["up", "down", null, "down"]));
    expect(all.at(-1)?.turn).toEqual({ from: "up", to: "down", at: start + 2 });
  });
  test("is silence after two intervals and three minutes, from the first that was missed", () => {
    const { all } = story(watched(), each(start + 1, ["up", null, null, null, null, null, null]));
    expect(all.map(({ silentSince }) => silentSince)).toEqual([
      null,
      ...Array(5).fill(undefined),
      (start + 2) * 60_000,
    ]);
  });
  test("a new one is silent only when it has had its time", () => {
    const { all } = story(watched(), each(start + 1, Array(7).fill(null)));
    expect(all.findIndex(({ silentSince }) => silentSince !== undefined)).toBe(5);
  });
});

describe("silence", () => {
  const gap = (then: CheckVerdict[]) => story(watched(), [[start + 1, "up"], ...each(start + 31, then)]).all.slice(1);

  test("is noticed, and ends one look later, dated at the first result", () => {
    const [noticed, ended] = gap(["up", "up"]);
    expect(noticed).toMatchObject({ silentSince: (start + 2) * 60_000, spokeAt: null });
    expect(ended).toMatchObject({ silentSince: null, spokeAt: start + 31 });
  });
  test("goes on while results do not fit what was known, and ends when they turn it", () => {
    const all = gap(["down", "down", "down"]);
    expect(all.map(({ silentSince }) => silentSince)).toEqual([(start + 2) * 60_000, null, undefined]);
    expect(all[1]?.turn).toMatchObject({ to: "down", at: start + 31 });
  });
});

describe("being paused", () => {
  test("forgets what was known: it begins again, but the day's counts stay", () => {
    const before = story(watched(), each(start + 1, ["up", "down", "down"])).kept;
    const paused = step(watched({ paused: true }), before, start + 4, null);
    expect(paused).toBeNull();
    const resumed = watched({ watchedSince: (start + 9) * 60_000 });
    const again = step(resumed, before, start + 10, seen("up"));
    expect(again?.stepped).toMatchObject({ turn: { from: "new", to: "up" } });
    expect(again?.stepped).toMatchObject({ silentSince: null, spokeAt: start + 10 });
    expect(again?.kept.state?.today.slice(0, 3)).toEqual([2, 0, 2]);
  });
});

describe("hours and days", () => {
  test("an hour is kept when the next one begins, with what was missed until its end", () => {
    const { all } = story(watched(), [...each(start + 1, Array(30).fill("up")), [start + 70, "up"]]);
    const hour = all.at(-1)?.hour;
    const states = unpackMinuteRing(hour?.minutes ?? "").map((minute: MonitorMinute) => minute.state);
    expect(hour?.hour).toBe(start / 60);
    expect(states).toEqual(["none", ...Array(30).fill("up"), ...Array(29).fill("no_data")]);
  });
  test("a day is kept when the next one begins: every scheduled check is counted once", () => {
    const { all } = story(watched(), [...each(start + 1, Array(1000).fill("up")), [start + 1500, "down"]]);
    expect(all.at(-1)?.day).toMatchObject({
      day: expect.stringMatching(/^\d\d-\d\d$/),
      counts: [1000, 0, 0, 439, 20_000],
    });
    expect(all.at(-1)?.state.today).toEqual([0, 0, 1, 60, 0]);
  });
});

test("a clock that went back an hour takes the future with it", () => {
  const ahead = story(watched(), [...each(start + 1, ["up", "up"]), [start + 90, "up"]]).kept;
  const first = step(watched(), ahead, start + 30, seen("up"));
  const second = first && step(watched(), first.kept, start + 31, seen("up"));
  expect([first?.stepped.turn, second?.stepped.turn]).toEqual([null, null]);
  expect(second?.kept).toMatchObject({ minute: start + 31, state: { last: start + 31 } });
  expect(minuteInRing(second?.kept.ring ?? "", start + 31, start + 30)?.state).toBe("up");
});

const tickScript = fc.array(
  fc.record({
    skip: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 90 })),
    twice: fc.boolean(),
    verdict: fc.constantFrom("up", "up", "up", "degraded", "down", "none", null),
  }),
  { minLength: 1, maxLength: 60 },
);

test("whatever ticks come, late, twice or not at all: the ring says of each minute what was seen in it", () => {
  fc.assert(
    fc.property(tickScript, fc.constantFrom(1, 2, 5, 15, 60), (script, interval) => {
      const monitor = watched({ interval });
      let kept = blank;
      let at = start;
      const truth = new Map<number, MonitorMinute["state"]>();
      for (const { skip, twice, verdict } of script) {
        at += 1 + skip;
        for (let time = 0; time < (twice ? 2 : 1); time++) {
          const was = kept;
          const done = step(monitor, kept, at, verdict === null ? null : seen(verdict));
          if (time === 1) expect(done).toBeNull();
          if (!done) continue;
          kept = done.kept;
          const due =
            isCheckScheduled(monitor, at) || was.state?.owed || was.state === undefined || was.state.last === null;
          truth.set(at, due ? (verdict === null || verdict === "none" ? "no_data" : verdict) : "none");
          expect(isShardMinuteWritten(was.minute, at)).toBe(false);
        }
      }
      for (let minute = Math.max(kept.minute - 59, start + 1); minute <= kept.minute; minute++) {
        const expected = truth.get(minute) ?? (isCheckScheduled(monitor, minute) ? "no_data" : "none");
        expect(minuteInRing(kept.ring, kept.minute, minute)?.state).toBe(expected);
      }
    }),
    { numRuns: 200 },
  );
});

test("never green when it does not know: what is confirmed up and not silent was seen lately", () => {
  fc.assert(
    fc.property(tickScript, fc.constantFrom(1, 2, 5), (script, interval) => {
      const monitor = watched({ interval });
      let kept = blank;
      let at = start;
      for (const { skip, verdict } of script) {
        at += 1 + skip;
        const done = step(monitor, kept, at, verdict === null ? null : seen(verdict));
        if (!done) continue;
        kept = done.kept;
        const { confirmed, silentSince, last } = kept.state ?? sampleState();
        if (silentSince !== null || confirmed === "new") continue;
        expect(at - (last ?? 0)).toBeLessThanOrEqual(silentAfterMinutes(monitor));
      }
    }),
  );
});
