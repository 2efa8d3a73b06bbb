import { describe, expect, test } from "vitest";
import { ends, fires, firing, makeStore, minute, outcomesOf, resolved, t0 } from "../../../tests/support/alert-model";
import type { Signal } from "./signal";

describe("by event time", () => {
  const table: [string, [number, Signal][], string[], string][] = [
    [
      "in order",
      [
        [1, fires(t0)],
        [2, ends(t0 + 9)],
      ],
      ["new", "resolves"],
      "resolved",
    ],
    [
      "recovery overtakes the firing",
      [
        [1, ends(t0 + 9)],
        [2, fires(t0)],
      ],
      ["tombstone", "late"],
      "resolved",
    ],
    [
      "a late recovery of the first",
      [
        [1, fires(t0)],
        [2, fires(t0 + 20)],
        [3, ends(t0 + 9)],
      ],
      ["new", "repeat", "late"],
      "firing",
    ],
    [
      "both in one instant: firing wins",
      [
        [1, fires(t0)],
        [2, ends(t0)],
      ],
      ["new", "late"],
      "firing",
    ],
    [
      "both in one instant, the other way",
      [
        [1, ends(t0)],
        [2, fires(t0)],
      ],
      ["tombstone", "fires_again"],
      "firing",
    ],
    [
      "fires again",
      [
        [1, fires(t0)],
        [2, ends(t0 + 9)],
        [3, fires(t0 + 20)],
      ],
      ["new", "resolves", "fires_again"],
      "firing",
    ],
  ];
  test.each(table)("%s", (_, steps, outcomes, end) => {
    const result = outcomesOf(
      "event_time",
      steps.map(([at, each]) => [t0 + minute + at, each]),
    );
    expect(result.outcomes).toEqual(outcomes);
    expect(result.end).toBe(end);
  });

  test("a later event of the same words is written guarded: the order must not be lost", () => {
    const { store } = outcomesOf("event_time", [[t0, fires(t0)]]);
    const later = store.receive(t0 + 20, fires(t0 + 20));
    expect(later).toMatchObject({ updated: [{ lastEventAt: t0 + 20 }], touched: [] });
    expect(later.guards).toHaveLength(1);
    expect(store.receive(t0 + 21, fires(t0 + 20))).toMatchObject({ guards: [], updated: [], touched: [{ by: 1 }] });
  });
});

describe("times that cannot be true", () => {
  const twoYears = 2 * 365 * 24 * 60 * minute;
  test.each([
    ["10 min ahead", t0 + 10 * minute],
    ["2 years old", t0 - twoYears],
  ])("%s: identity keeps theirs, display ours, flagged", (_, start) => {
    const store = makeStore("arrival");
    store.receive(t0, firing(start));
    expect(store.state()).toMatchObject({ startedAt: t0, reportedStart: start, flags: ["clock_skew"] });
    expect(store.receive(t0 + minute, firing(start)).outcomes).toMatchObject([{ outcome: "repeat" }]);
  });

  test("an end before the start or in the future is shown between start and now", () => {
    const early = outcomesOf("arrival", [
      [t0, firing(t0)],
      [t0 + minute, resolved(t0, t0 - minute)],
    ]);
    expect(early.store.state()).toMatchObject({ state: "resolved", endedAt: t0 });
    const ahead = outcomesOf("arrival", [
      [t0, firing(t0)],
      [t0 + minute, resolved(t0, t0 + 3 * minute)],
    ]);
    expect(ahead.store.state()).toMatchObject({ endedAt: t0 + minute });
  });
});
