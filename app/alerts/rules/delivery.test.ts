import { describe, expect, test } from "vitest";
import { firing, makeStore, minute, outcomesOf, resolved, t0 } from "../../../tests/support/alert-model";
import type { AlertRecord } from "./alert";
import { lateFiringWindowMs } from "./alert-decision";
import type { Signal } from "./signal";

describe("by arrival", () => {
  const [s1, s2] = [t0, t0 + 30 * minute];
  const [e1, e2] = [t0 + 5 * minute, t0 + 40 * minute];
  const later = t0 + 60 * minute;

  const table: [string, [number, Signal][], string[], string][] = [
    [
      "fires and recovers",
      [
        [t0, firing(s1)],
        [e1, resolved(s1, e1)],
      ],
      ["new", "resolves"],
      "resolved",
    ],
    [
      "the same again is a repeat",
      [
        [t0, firing(s1)],
        [t0 + minute, firing(s1)],
      ],
      ["new", "repeat"],
      "firing",
    ],
    [
      "other words are an update",
      [
        [t0, firing(s1)],
        [e1, firing(s1, { title: "worse" })],
      ],
      ["new", "updates"],
      "firing",
    ],
    [
      "recovery twice",
      [
        [t0, firing(s1)],
        [e1, resolved(s1, e1)],
        [e1 + 1, resolved(s1, e1)],
      ],
      ["new", "resolves", "repeat"],
      "resolved",
    ],
    [
      "late firing of the episode just resolved",
      [
        [t0, firing(s1)],
        [e1, resolved(s1, e1)],
        [e1 + lateFiringWindowMs, firing(s1)],
      ],
      ["new", "resolves", "late"],
      "resolved",
    ],
    [
      "after a gap, byte-identical",
      [
        [t0, firing(s1)],
        [e1, resolved(s1, e1)],
        [e1 + minute, firing(s1)],
      ],
      ["new", "resolves", "fires_again"],
      "firing",
    ],
    [
      "the old recovery again after a gap",
      [
        [t0, firing(s1)],
        [e1, resolved(s1, e1)],
        [e1 + minute, firing(s1)],
        [e1 + minute + 1, resolved(s1, e1)],
      ],
      ["new", "resolves", "fires_again", "late"],
      "firing",
    ],
    [
      "recovery of the episode after a gap",
      [
        [t0, firing(s1)],
        [e1, resolved(s1, e1)],
        [e1 + minute, firing(s1)],
        [e2, resolved(s1, e2)],
      ],
      ["new", "resolves", "fires_again", "resolves"],
      "resolved",
    ],
    [
      "recovery of an older episode, dated now",
      [
        [t0, firing(s1)],
        [s2, firing(s2)],
        [later, resolved(s1, later)],
      ],
      ["new", "fires_again", "late"],
      "firing",
    ],
    [
      "recovery of an older episode never seen",
      [
        [s2, firing(s2)],
        [later, resolved(s1, e1)],
      ],
      ["new", "late"],
      "firing",
    ],
    [
      "recovery under an earlier, merged start",
      [
        [s2, firing(s2)],
        [later, resolved(s1, e2)],
      ],
      ["new", "resolves"],
      "resolved",
    ],
    [
      "a firing older than the last episode",
      [
        [s2, firing(s2)],
        [later, firing(s1)],
      ],
      ["new", "late"],
      "firing",
    ],
    [
      "a newer episode whose firing was lost",
      [
        [t0, firing(s1)],
        [e2, resolved(s2, e2)],
        [e2 + 1, firing(s2)],
      ],
      ["new", "resolves", "late"],
      "resolved",
    ],
    [
      "recovery before the firing",
      [
        [e1, resolved(s1, e1)],
        [e1 + 1000, firing(s1)],
      ],
      ["tombstone", "late"],
      "resolved",
    ],
    [
      "a new episode after a tombstone",
      [
        [e1, resolved(s1, e1)],
        [e1 + 1, firing(s2)],
      ],
      ["tombstone", "fires_again"],
      "firing",
    ],
    [
      "a whole episode unseen, then its firing",
      [
        [t0, firing(s1)],
        [e1, resolved(s1, e1)],
        [e2, resolved(s2, e2)],
        [e2 + 1, firing(s2)],
      ],
      ["new", "resolves", "tombstone", "late"],
      "resolved",
    ],
    [
      "no end named",
      [
        [t0, firing(s1)],
        [e1, resolved(s1, null)],
      ],
      ["new", "resolves"],
      "resolved",
    ],
  ];
  test.each(table)("%s", (_, steps, outcomes, end) => {
    const result = outcomesOf("arrival", steps);
    expect(result.outcomes).toEqual(outcomes);
    expect(result.end).toBe(end);
  });

  test("a gap starts a new episode at our time; nobody has taken it yet", () => {
    const { store } = outcomesOf("arrival", [
      [t0, firing(s1)],
      [e1, resolved(s1, e1)],
    ]);
    const known = store.state() as AlertRecord;
    store.alerts.set(known.id, { ...known, incidentId: "i", acknowledgedAt: 1, dismissedAt: 1 });
    const { started, updated, ended } = store.receive(e1 + minute, firing(s1));
    expect(started).toEqual([
      { alertId: "s.k", startedAt: e1 + minute, reportedStart: s1, receivedAt: e1 + minute, endedAt: null },
    ]);
    expect(updated).toMatchObject([
      { count: 2, incidentId: null, acknowledgedAt: null, dismissedAt: null, endedAt: null },
    ]);
    expect(ended).toEqual([]);
  });

  test("a newer episode over a firing one ends the older at its start", () => {
    const { store } = outcomesOf("arrival", [[t0, firing(s1)]]);
    expect(store.receive(s2 + 1, firing(s2)).ended).toMatchObject([{ startedAt: s1, endedAt: s2 }]);
  });

  test("one body that fires and recovers one key leaves one closed episode and settles", () => {
    const decision = makeStore("arrival").receive(e1, firing(s1), resolved(s1, e1));
    expect(decision).toMatchObject({ changes: true, recoveredAt: e1, updated: [], ended: [] });
    expect(decision.inserted).toMatchObject([{ state: "resolved", endedAt: e1 }]);
    expect(decision.started).toMatchObject([{ startedAt: s1, endedAt: e1 }]);
  });

  test("tombstones and repeats settle nothing", () => {
    const store = makeStore("arrival");
    expect(store.receive(e1, resolved(s1, e1))).toMatchObject({ changes: false, recoveredAt: null });
    store.receive(s2, firing(s2));
    expect(store.receive(s2 + minute, firing(s2))).toMatchObject({
      changes: false,
      updated: [],
      touched: [{ id: "s.k", by: 1, lastSeenAt: s2 + minute }],
    });
  });

  test("a group that recovered whole closes what was cut, not what began later nor other groups", () => {
    const store = makeStore("arrival");
    const keys = { a: s1, cut: s1 + 1, later: e2 + 1 };
    for (const [key, at] of Object.entries(keys)) store.receive(at, firing(at, { key }));
    store.receive(s1, firing(s1, { key: "other", groupKey: "h" }));
    const closing = { kind: "close_group", groupKey: "g", endedAt: e2 } as const;
    const { outcomes } = store.receive(later, resolved(s1, e2, { key: "a" }), closing);
    expect(outcomes.map((each) => each.key)).toEqual(["a", "cut"]);
    expect(["a", "cut", "later", "other"].map((key) => store.state(key)?.state)).toEqual([
      "resolved",
      "resolved",
      "firing",
      "firing",
    ]);
  });
});
