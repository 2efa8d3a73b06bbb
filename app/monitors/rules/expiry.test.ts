import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { englishText } from "~/failures/refusal";
import { samplePlan, sampleState } from "../../../tests/support/sample-monitor";
import { type AlertRepeatReason, nearestExpiryStepDays } from "./expiry";
import type { MonitorCheckResult, MonitorStateRecord } from "./monitor";
import { advanceMonitorMinute } from "./shard-step";

test.each([
  [30, [31, 30], null],
  [30, [29, 20, 15, 14], 30],
  [30, [13, 8, 7], 14],
  [30, [6, 2, 1], 7],
  [30, [0], 1],
  [30, [-1, -20], null],
  [90, [89, 31, 30], 90],
  [90, [29, 14], 30],
  [10, [9, 8, 7], 10],
  [10, [6], 7],
  [7, [6, 1], 7],
  [1, [0], 1],
])("warned %i days before: of what ends in %j days it is said within %j", (from, lefts, within) => {
  for (const left of lefts) expect([left, nearestExpiryStepDays(left, from)]).toEqual([left, within]);
});

const day = 1440;
const monitor = samplePlan({ inARow: 1 });
const fresh: MonitorStateRecord = sampleState({ confirmed: "new", code: "" });

/** Returns the sight with so many days left; null = slow without any expiry; NaN = the expiry could not be read. */
function sightOf(left: number | null, from = 30): MonitorCheckResult {
  const about = { detail: englishText(""), milliseconds: 5 };
  if (Number.isNaN(left)) return { ...about, verdict: "up", code: "ok", leavesWarning: true };
  if (left === null) return { ...about, verdict: "degraded", code: "slow" };
  if (left < 0) return { ...about, verdict: "down", code: "expired" };
  const within = nearestExpiryStepDays(left, from);
  return within === null
    ? { ...about, verdict: "up", code: "ok" }
    : { ...about, verdict: "degraded", code: "expires_soon", within };
}

type Told = [minute: number, what: AlertRepeatReason | MonitorStateRecord["confirmed"], within?: number];

/** Returns the notifications for these sights, in the order of their minutes. */
function story(seen: readonly (readonly [minute: number, left: number | null])[], from = 30, begun = fresh): Told[] {
  let [state, last] = [begun, 0];
  return seen.flatMap(([minute, left]): Told[] => {
    const shard = { minute: last, plan: [monitor], states: { [monitor.id]: state }, rings: {} };
    const sights = new Map([[monitor.id, sightOf(left, from)]]);
    const stepped = advanceMonitorMinute(monitor, { minute, shard, sights, opinions: new Map() });
    [state, last] = [stepped.state, minute];
    const what = stepped.turn?.to ?? stepped.retold;
    const { warned } = stepped.state;
    if (what === null) return [];
    return [warned ? [minute, what, warned.within] : [minute, what]];
  });
}

const daily = (...lefts: (number | null)[]) => lefts.map((left, index) => [1 + index * day, left] as const);

describe("what is told of something that runs out", () => {
  test("over all its days: when the warning begins, at each step once, and when it is over", () => {
    const lefts = Array.from({ length: 33 }, (_, index) => 31 - index);
    const told = story(daily(...lefts)).map(([minute, what, within]) => [lefts[(minute - 1) / day], what, within]);
    expect(told).toEqual([
      [31, "up", undefined],
      [29, "degraded", 30],
      [13, "again", 14],
      [6, "again", 7],
      [0, "again", 1],
      [-1, "down", undefined],
    ]);
  });

  test("many looks a day are told no oftener", () => {
    const seen = Array.from({ length: 32 * 24 }, (_, hour) => [1 + hour * 60, 31 - Math.floor(hour / 24)] as const);
    expect(story(seen).map(([, what, within]) => [what, within])).toEqual([
      ["up", undefined],
      ["degraded", 30],
      ["again", 14],
      ["again", 7],
      ["again", 1],
    ]);
  });

  test("renewed in between it is well, and what was told counts no more", () => {
    expect(story(daily(6, 5, 89, 29, 13)).map(([, what, within]) => [what, within])).toEqual(
      [
        ["up", undefined],
        ["degraded", 7],
        ["up", undefined],
        ["degraded", 30],
        ["again", 14],
      ].slice(1),
    );
  });

  test("what could not be read in time takes no warning away, however often; and warns of nothing by itself", () => {
    const unread = Array.from({ length: 5000 }, (_, minute) => [2 + minute, Number.NaN] as const);
    expect(story([[1, 5], ...unread])).toEqual([[1, "degraded", 7]]);
    expect(story([[1, 5], ...unread, [6000, 89]])).toEqual([
      [1, "degraded", 7],
      [6000, "up"],
    ]);
    expect(story([[1, Number.NaN], ...unread])).toEqual([[1, "up"]]);
  });

  test("renewed, and still within the days of the warning: said after a day, to nobody, and told again in time", () => {
    const seen = [...daily(5), [2, 80], [60, 80], [day, 80], [day + 1, 80], [3 * day, 29]] as const;
    expect(story(seen, 90)).toEqual([
      [1, "degraded", 7],
      [day + 1, "corrected", 90],
      [3 * day, "again", 30],
    ]);
  });

  test("two servers that show different certificates in turn are told once", () => {
    const seen = Array.from({ length: 5 * day }, (_, minute) => [minute + 1, minute % 2 === 0 ? 13 : 5] as const);
    expect(story(seen)).toEqual([
      [1, "degraded", 14],
      [2, "again", 7],
    ]);
  });

  test("one that is slow is told of its end, and of being slow again only by its words, after a day", () => {
    expect(
      story([
        [1, null],
        [2, 20],
        [3, null],
        [2 + day, null],
      ]),
    ).toEqual([
      [1, "degraded"],
      [2, "again", 30],
      [2 + day, "corrected"],
    ]);
  });

  test("a clock that jumps ahead and back tells what it says once, and what is so when it is so", () => {
    expect(
      story([
        [1, 20],
        [12 * day, 6],
        [2, 20],
        [3, 20],
        [3 + 12 * day, 20],
        [15 * day, 6],
      ]).map(([, what, within]) => [what, within]),
    ).toEqual([
      ["degraded", 30],
      ["again", 7],
      ["corrected", 30],
      ["again", 7],
    ]);
  });

  test("who was degraded by it before this was kept is not told again", () => {
    const before = { ...fresh, confirmed: "degraded" as const, last: 0, code: "expires_soon" };
    expect(
      story(
        [
          [1, 20],
          [2, 13],
        ],
        30,
        before,
      ),
    ).toEqual([
      [1, "corrected", 30],
      [2, "again", 14],
    ]);
  });

  test("whatever is seen: between two times that the same step is told lies a day, or a turn", () => {
    const seen = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.option(fc.integer({ min: 0, max: 100 }))), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(seen, (steps) => {
        const minutes = steps.map((_, index) => steps.slice(0, index + 1).reduce((sum, [wait]) => sum + wait, 0));
        const told = story(
          steps.map(([, left], index) => [minutes[index] ?? 0, left] as const),
          120,
        );
        const since = new Map<number, number>();
        for (const [at, what, within = 0] of told) {
          if (what !== "again" && what !== "corrected") since.clear();
          if (what !== "again") continue;
          expect(at - (since.get(within) ?? -day)).toBeGreaterThanOrEqual(day);
          since.set(within, at);
        }
      }),
    );
  });
});
