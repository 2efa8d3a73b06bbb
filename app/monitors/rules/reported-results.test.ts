import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { englishText } from "~/failures/refusal";
import { minuteInRing, unpackMinuteRing } from "~/text/ring";
import { samplePlan } from "../../../tests/support/sample-monitor";
import type { CheckVerdict, MonitorStateRecord, PlannedMonitor } from "./monitor";
import { nextShardCheckAt, shardNeedsCheck, silentAfterMinutes } from "./monitor-due";
import {
  advanceReportedMonitor,
  monitorHourKey,
  type ReportedCheckResult,
  type ReportedMonitorResult,
  shardMinuteAfterReport,
} from "./reported-results";
import { advanceMonitorMinute } from "./shard-step";

const day = 29_700_000 - (29_700_000 % 1440);
/** A minute that does not start an hour or a day. */
const start = day + 130;
const seen = (
  minute: number,
  verdict: CheckVerdict | "none",
  milliseconds: number | null = 20,
): ReportedCheckResult => ({
  minute,
  sight: { verdict, milliseconds: verdict === "none" ? null : milliseconds, code: "c", detail: englishText("") },
});
const watched = (more: Partial<PlannedMonitor> = {}) =>
  samplePlan({ watchedSince: (start - 30) * 60_000, every: 5, ...more });

interface Kept {
  minute: number;
  ring: string;
  state: MonitorStateRecord | undefined;
  hours: Map<string, string>;
}

const blank = (): Kept => ({ minute: start - 30, ring: "", state: undefined, hours: new Map() });
const shardOf = (monitor: PlannedMonitor, { minute, ring, state }: Kept) => {
  const states = state ? { [monitor.id]: state } : {};
  return { minute, plan: [monitor], states, rings: { [monitor.id]: ring } };
};

function report(monitor: PlannedMonitor, kept: Kept, present: number, results: ReportedCheckResult[]) {
  const facts = {
    present,
    shard: shardOf(monitor, kept),
    results: new Map([[monitor.id, results]]),
    hours: kept.hours,
  };
  const minute = shardMinuteAfterReport(facts);
  const step: ReportedMonitorResult = advanceReportedMonitor(monitor, facts, minute);
  const hours = new Map(kept.hours);
  for (const { hour, minutes } of step.hours) hours.set(monitorHourKey(monitor.id, hour), minutes);
  return { step, kept: { minute, ring: step.ring, state: step.state, hours } satisfies Kept };
}

/** Steps the shard as the tick does, without a check of its own. */
function tick(monitor: PlannedMonitor, kept: Kept, minute: number) {
  const shard = shardOf(monitor, kept);
  if (!shardNeedsCheck(shard, minute)) return { kept, stepped: null };
  const stepped = advanceMonitorMinute(monitor, { minute, shard, sights: new Map(), opinions: new Map() });
  return { kept: { ...kept, minute, ring: stepped.ring, state: stepped.state }, stepped };
}

const stateAt = ({ ring, minute }: Kept, at: number) => minuteInRing(ring, minute, at)?.state;

describe("a report", () => {
  test("is judged as our own checks are: as many in a row as it takes, dated at the first", () => {
    const { step } = report(watched({ inARow: 2 }), blank(), start + 4, [
      seen(start, "up"),
      seen(start + 1, "down"),
      seen(start + 2, "down"),
    ]);
    expect(step.turn).toEqual({ from: "new", to: "down", at: start + 1 });
    expect(step.state.last).toBe(start + 2);
    expect(step.state.today).toEqual([1, 0, 2, 0, 20]);
  });
  test("that says the same again changes nothing", () => {
    const results = [seen(start, "up"), seen(start + 1, "up")];
    const first = report(watched(), blank(), start + 2, results);
    const { step, kept } = report(watched(), first.kept, start + 3, results);
    expect({ taken: step.taken, ignored: step.ignored, turn: step.turn }).toEqual({ taken: 0, ignored: 2, turn: null });
    expect(kept).toEqual(first.kept);
  });
  test("of an older minute fills that minute, and does not move the present", () => {
    const first = report(watched({ inARow: 1 }), blank(), start + 9, [seen(start + 9, "up")]);
    const { step, kept } = report(watched({ inARow: 1 }), first.kept, start + 10, [seen(start + 3, "down")]);
    expect(step.turn).toBeNull();
    expect(step.state.confirmed).toBe("up");
    expect(stateAt(kept, start + 3)).toBe("down");
    expect(step.state.today).toEqual([1, 0, 1, 0, 20]);
  });
  test("of an outage that began and ended in between leaves points and no turn", () => {
    const first = report(watched({ inARow: 1 }), blank(), start, [seen(start, "up")]);
    const { step, kept } = report(watched({ inARow: 1 }), first.kept, start + 5, [
      seen(start + 1, "down"),
      seen(start + 2, "down"),
      seen(start + 3, "up"),
    ]);
    expect(step.turn).toBeNull();
    expect(stateAt(kept, start + 2)).toBe("down");
  });
  test.each([
    ["in the future", start + 30],
    ["of more than an hour ago", start - 61],
    ["before it was watched", start - 40],
  ])("%s is left out", (_, minute) => {
    const { step } = report(watched(), blank(), start, [seen(minute, "down")]);
    expect({ taken: step.taken, ignored: step.ignored }).toEqual({ taken: 0, ignored: 1 });
  });
  test("of a monitor that is paused is left out", () => {
    const { step } = report(watched({ paused: true }), blank(), start, [seen(start, "down")]);
    expect(step.taken).toBe(0);
  });
  test("of an hour that is over goes into that hour’s row", () => {
    const hour = Math.floor(start / 60);
    const next = (hour + 1) * 60 + 5;
    const first = report(watched(), blank(), next, [seen(start, "up"), seen(next, "up")]);
    expect(first.step.hours.map((each) => each.hour)).toEqual([hour]);
    const late = report(watched(), first.kept, next + 1, [seen(start + 2, "down")]);
    const row = late.step.hours.find((each) => each.hour === hour)?.minutes ?? "";
    expect(unpackMinuteRing(row)[(start + 2) % 60]?.state).toBe("down");
    expect(unpackMinuteRing(row)[start % 60]?.state).toBe("up");
  });
  test("that found nothing out is no data", () => {
    const { step, kept } = report(watched(), blank(), start, [seen(start, "none")]);
    expect(stateAt(kept, start)).toBe("no_data");
    expect(step.state.last).toBeNull();
  });
});

describe("who is cut off", () => {
  const monitor = watched({ inARow: 1, interval: 1, watchedSince: (start - 1) * 60_000 });
  const first = report(monitor, blank(), start, [seen(start, "up")]);
  const falls = start + silentAfterMinutes(monitor) + 1;

  test("is looked at when it would be silent, and then not before it speaks", () => {
    const shard = shardOf(monitor, first.kept);
    expect(nextShardCheckAt(shard, first.kept.minute)).toBe(falls * 60_000);
    const { stepped, kept } = tick(monitor, first.kept, falls);
    expect(stepped?.silentSince).toBe((start + 1) * 60_000);
    expect(nextShardCheckAt(shardOf(monitor, kept), falls)).toBeNull();
  });
  test("stays silent with old results, and speaks with a new one", () => {
    const silent = tick(monitor, first.kept, falls).kept;
    const old = report(monitor, silent, falls + 40, [seen(falls + 2, "up")]);
    expect(old.step.silentSince).toBeUndefined();
    expect(old.step.state.silentSince).toBe(start + 1);
    const { step, kept } = report(monitor, old.kept, falls + 40, [seen(falls + 40, "up")]);
    expect(step.silentSince).toBeNull();
    expect(step.spokeAt).not.toBeNull();
    expect(kept.state?.silentSince).toBeNull();
  });
  test("is never down because nothing came", () => {
    const { stepped } = tick(monitor, first.kept, falls);
    expect(stepped?.turn).toBeNull();
    expect(stepped?.state.confirmed).toBe("up");
  });
});

const verdict = fc.constantFrom<CheckVerdict>("up", "degraded", "down");
const hourOfResults = fc.array(verdict, { minLength: 1, maxLength: 25 });

test("one report of many minutes comes to what one report a minute comes to", () => {
  fc.assert(
    fc.property(hourOfResults, fc.integer({ min: 1, max: 3 }), (verdicts, inARow) => {
      const monitor = watched({ inARow });
      const results = verdicts.map((each, index) => seen(start + index, each));
      const present = start + verdicts.length;
      const atOnce = report(monitor, blank(), present, results).kept;
      const singly = results.reduce((kept, each) => report(monitor, kept, each.minute, [each]).kept, blank());
      expect(atOnce).toEqual(singly);
    }),
  );
});

test("in any order and any number of parts, and twice, it comes to the same points and the same counts", () => {
  fc.assert(
    fc.property(hourOfResults, fc.array(fc.nat(24), { maxLength: 40 }), (verdicts, order) => {
      const monitor = watched({ inARow: 2 });
      const results = verdicts.map((each, index) => seen(start + index, each));
      const present = start + verdicts.length;
      const parts = [...order.flatMap((index) => results[index] ?? []), ...results];
      const mixed = parts.reduce((kept, each) => report(monitor, kept, present, [each]).kept, blank());
      const straight = report(monitor, blank(), present, results).kept;
      expect({ ring: mixed.ring, today: mixed.state?.today, last: mixed.state?.last }).toEqual({
        ring: straight.ring,
        today: straight.state?.today,
        last: straight.state?.last,
      });
      const again = report(monitor, mixed, present, results);
      expect(again.kept).toEqual(mixed);
      expect(again.step.turn).toBeNull();
    }),
  );
});
