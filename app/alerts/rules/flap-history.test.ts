import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ends, fires, firing, makeStore, minute, outcomesOf, resolved, t0 } from "../../../tests/support/alert-model";
import type { AlertRecord } from "./alert";
import {
  emptyFlapHistory,
  type FlapHistory,
  flapHistoryAfterChange,
  flappingChangeCount,
  flappingEndsAfterMs,
  isFlapping,
} from "./flap-history";
import type { Signal, SignalOrder } from "./signal";

const at = (minutes: number) => t0 + minutes * minute;

/** Fires and recovers in turn at these minutes, starting with a firing. */
const story = (order: SignalOrder, minutes: readonly number[]): [number, Signal][] =>
  minutes.map((each, index) => {
    const start = at(minutes[index - (index % 2)] ?? 0);
    if (order === "event_time") return [at(each), index % 2 === 0 ? fires(at(each)) : ends(at(each))];
    return [at(each), index % 2 === 0 ? firing(start) : resolved(start, at(each))];
  });

describe.each<SignalOrder>(["arrival", "event_time"])("an alert by %s", (order) => {
  test.each<[string, number[], string[], string]>([
    ["three turns are none", [0, 1, 2, 3], ["new", "resolves", "fires_again", "resolves"], "resolved"],
    [
      "the fourth is a firing",
      [0, 1, 2, 3, 4],
      ["new", "resolves", "fires_again", "resolves", "fires_again"],
      "firing",
    ],
    [
      "what recovers then is held",
      [0, 1, 2, 3, 4, 5],
      ["new", "resolves", "fires_again", "resolves", "fires_again", "held"],
      "firing",
    ],
    [
      "far apart it does not flap",
      [0, 11, 22, 33, 44, 55],
      ["new", "resolves", "fires_again", "resolves", "fires_again", "resolves"],
      "resolved",
    ],
    [
      "calm for half an hour, it recovers again",
      [0, 1, 2, 3, 4, 34],
      ["new", "resolves", "fires_again", "resolves", "fires_again", "resolves"],
      "resolved",
    ],
  ])("%s", (_, minutes, outcomes, end) => {
    expect(outcomesOf(order, story(order, minutes))).toMatchObject({ outcomes, end });
  });

  test("held, it stays in one episode, with who has seen it and its incident", () => {
    const { store } = outcomesOf(order, story(order, [0, 1, 2, 3, 4]));
    const before = { ...(store.state() as AlertRecord), incidentId: "i", acknowledgedAt: at(4), acknowledgedBy: "p" };
    store.alerts.set("s.k", before);
    for (const [now, signal] of story(order, [0, 1, 2, 3, 4, 5, 6, 7, 8]).slice(5)) store.receive(now, signal);
    const { incidentId, acknowledgedBy, startedAt } = before;
    expect(store.state()).toMatchObject({ state: "firing", incidentId, acknowledgedBy, startedAt, heldEnd: null });
    expect(store.state()?.flappingSince).toBe(at(4));
  });

  test("it fires after a calm that nobody has settled yet: a new episode, the old one ends when its sender said", () => {
    const { store } = outcomesOf(order, story(order, [0, 1, 2, 3, 4, 5]));
    const [late] = story(order, [60]);
    const decision = store.receive(at(60), (late as [number, Signal])[1]);
    expect(decision.outcomes[0]?.outcome).toBe("fires_again");
    expect(decision.ended).toMatchObject([{ startedAt: at(4), endedAt: at(5) }]);
    expect(decision.started).toMatchObject([{ startedAt: at(60) }]);
    expect(store.state()).toMatchObject({ state: "firing", flappingSince: null, heldEnd: null });
  });
});

test("what happened long ago and comes in at once does not flap", () => {
  const told = story("event_time", [0, 1, 2, 3, 4, 5]).map(([, signal]): [number, Signal] => [at(300), signal]);
  expect(outcomesOf("event_time", told).end).toBe("resolved");
});

test("what we see ourselves is judged by its own patience and never held", () => {
  expect(outcomesOf("own", story("arrival", [0, 1, 2, 3, 4, 5, 6, 7])).end).toBe("resolved");
});

test("a group that recovers whole holds what flaps in it", () => {
  const { store } = outcomesOf("arrival", story("arrival", [0, 1, 2, 3, 4]));
  const [only] = store.receive(at(5), { kind: "close_group", groupKey: "g", endedAt: at(5) }).outcomes;
  expect(only).toMatchObject({ outcome: "held", state: "firing" });
});

test("turns by any clock: flapping is four within half an hour, and ends by calm", () => {
  const times = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 40 });
  fc.assert(
    fc.property(times, (minutes) => {
      let turning: FlapHistory = emptyFlapHistory();
      const all: number[] = [];
      for (const each of [...minutes].sort((one, other) => one - other).map(at)) {
        all.push(each);
        turning = flapHistoryAfterChange(turning, each, each);
        const four = all.filter((turn) => each - turn < flappingEndsAfterMs).length >= flappingChangeCount;
        if (four) expect(isFlapping(turning, each)).toBe(true);
        expect(isFlapping(turning, each + flappingEndsAfterMs)).toBe(false);
        expect(turning.turns.length).toBeLessThanOrEqual(flappingChangeCount);
      }
      expect(isFlapping(turning, t0 - flappingEndsAfterMs)).toBe(false);
    }),
  );
});

/**
 * Returns the end of an episode: at the latest the start of the next one, because a sender never reports overlapping
 * episodes; while both are held, they are one.
 */
function endOf({ start, end }: { start: number; end: number }, named: readonly number[]): number {
  const later = named.filter((each) => each > start);
  return named.includes(start) && later.length > 0 ? Math.min(end, ...later) : end;
}

test("whatever comes in whatever order: what its sender says is kept as if nothing were held", () => {
  const minutes = fc.integer({ min: 0, max: 90 });
  const one = fc.record({ fires: fc.boolean(), start: minutes, end: minutes, at: minutes });
  const order = fc.constantFrom<SignalOrder>("arrival", "event_time");
  fc.assert(
    fc.property(order, fc.array(one, { maxLength: 25 }), (of, given) => {
      const [held, free] = [makeStore(of), makeStore(of)];
      const sorted = [...given].sort((a, b) => a.at - b.at);
      const named: number[] = [];
      for (const each of sorted) {
        if (each.fires) named.push(each.start);
        const byTime = each.fires ? fires(at(each.start)) : ends(at(each.end));
        const byArrival = each.fires ? firing(at(each.start)) : resolved(at(each.start), at(endOf(each, named)));
        const signal = of === "event_time" ? byTime : byArrival;
        held.receive(at(each.at), signal);
        free.receive(at(each.at), signal);
        const unheld = free.state();
        if (unheld) free.alerts.set("s.k", { ...unheld, ...emptyFlapHistory() });
        const [alert, model] = [held.state(), free.state()];
        const said = alert && alert.heldEnd !== null ? "resolved" : alert?.state;
        expect([said, alert?.reportedStart, alert?.lastEventAt]).toEqual([
          model?.state,
          model?.reportedStart,
          model?.lastEventAt,
        ]);
        if (alert?.heldEnd != null) expect(alert).toMatchObject({ state: "firing", endedAt: null });
        if (alert?.state === "resolved") expect(alert.heldEnd).toBeNull();
      }
    }),
    { numRuns: 500 },
  );
});
