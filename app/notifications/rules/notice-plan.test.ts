import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  countersAfterRound,
  decideNoticeRoundEnd,
  digestWindowMs,
  mailerAwayDelay,
  mailOutageThresholdMs,
  noticesWaitingTogether,
  type PlannedNotice,
  planNotice,
} from "./notice-plan";

const now = 1_000_000_000;
const hour = 3600_000;

const notice = (over: Partial<PlannedNotice> = {}): PlannedNotice => ({
  id: "b",
  audience: "subscribers",
  createdAt: now,
  dueAt: now,
  expiresAt: now + hour,
  revision: 1,
  round: 0,
  cursor: "",
  expandedAt: null,
  outcome: null,
  ...over,
});

const plan = (it: PlannedNotice, siblings: PlannedNotice[] = [it], built = 1) =>
  planNotice(it, { now, built, siblings });

const earlier = (over: Partial<PlannedNotice>) => notice({ id: "a", createdAt: now - 1000, ...over });

describe("a due notice", () => {
  test("begins when the page shows its news", () => {
    expect(plan(notice())).toEqual({ step: "begin", with: [], supersedes: [] });
    expect(plan(notice({ revision: 2 }))).toEqual({ step: "wait", until: now + 1000 });
  });

  test("waits ten seconds for the page, no longer", () => {
    expect(plan(notice({ revision: 2, createdAt: now - 10_000 })).step).toBe("begin");
    expect(plan(notice({ revision: 2, createdAt: now - 9_800 }))).toEqual({ step: "wait", until: now + 200 });
  });

  test("expires when it is of no use any more; what was tried before is dead", () => {
    expect(plan(notice({ expiresAt: now }))).toEqual({ step: "end", outcome: "expired" });
    expect(plan(notice({ expiresAt: now, expandedAt: now - 1, round: 2 }))).toEqual({ step: "end", outcome: "dead" });
  });

  test("goes on expanding, then sweeps", () => {
    expect(plan(notice({ expandedAt: now - 1, cursor: "x" })).step).toBe("expand");
    expect(plan(notice({ expandedAt: now - 1, cursor: null })).step).toBe("sweep");
  });

  test("waits for the first round of an earlier one", () => {
    const a = earlier({ expandedAt: now - hour, cursor: "x" });
    expect(plan(notice(), [a, notice()])).toEqual({ step: "wait", until: now + 15_000 });
  });

  test("waits while a further round of an earlier one is in hand, so that nothing old arrives after it", () => {
    const retried = (over: Partial<PlannedNotice>) => earlier({ expandedAt: now - hour, round: 2, ...over });
    const wait = { step: "wait", until: now + 15_000 };
    expect(plan(notice(), [retried({ cursor: null, next: 1, notBefore: now + 60_000 }), notice()])).toEqual(wait);
    expect(plan(notice(), [retried({ cursor: "x", next: 8, notBefore: now - 1 }), notice()])).toEqual(wait);
    expect(plan(notice(), [retried({ cursor: null, next: 1, notBefore: now - 1 }), notice()]).step).toBe("begin");
    expect(plan(notice(), [retried({ cursor: "", next: 0, notBefore: now + hour }), notice()]).step).toBe("begin");
    expect(plan(notice(), [retried({ cursor: null, next: 1, notBefore: now + hour }), notice()]).step).toBe("begin");
  });

  test("waits until five minutes have passed since the last one left", () => {
    const a = earlier({ expandedAt: now - 60_000, outcome: "sent", dueAt: null });
    expect(plan(notice(), [a, notice()])).toEqual({ step: "wait", until: now - 60_000 + digestWindowMs });
  });

  test("takes along what waits with it, and ends the retries of what came before", () => {
    const retried = earlier({ id: "0", expandedAt: now - hour, round: 2, dueAt: now + hour });
    const waiting = earlier({});
    expect(plan(notice(), [retried, waiting, notice()])).toEqual({ step: "begin", with: ["a"], supersedes: ["0"] });
  });

  test("to the team or to one person it depends on no other", () => {
    const a = earlier({ expandedAt: now - 1, cursor: "x" });
    expect(plan(notice({ audience: "team", revision: 9 }), [a])).toEqual({ step: "begin", with: [], supersedes: [] });
  });
});

test("a round for those who were perhaps told counts them again and leaves the failed ones alone", () => {
  const before = { round: 1, of: "unknown" as const, recipients: 9, sent: 4, failed: 2, unknown: 3 };
  const after = countersAfterRound(before, { told: 2, unknown: 0, again: 0, refused: 1, left: 0 });
  expect(after).toEqual({ recipients: 9, sent: 6, failed: 3, unknown: 0 });
});

test("of any set of waiting notices the newest speaks for all", () => {
  const ages = fc.uniqueArray(fc.integer({ min: 1, max: 3000_000 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(ages, (offsets) => {
      const siblings = [...offsets]
        .sort((a, b) => b - a)
        .map((age) => notice({ id: `n${age}`, createdAt: now - age, dueAt: now - age }));
      const newest = noticesWaitingTogether(siblings, now).at(-1) as PlannedNotice;
      expect(newest.id).toBe(siblings.at(-1)?.id);
      expect(plan(newest, siblings)).toEqual({
        step: "begin",
        with: siblings.slice(0, -1).map(({ id }) => id),
        supersedes: [],
      });
    }),
  );
});

describe("after a round", () => {
  const over = { round: 0, expiresAt: now + 100 * hour, recipients: 0, sent: 0, failed: 0, unknown: 0 };
  const at = { now, chance: 0 };
  const sum = { told: 0, unknown: 0, again: 0, refused: 0, left: 0 };

  test.each([
    [
      { ...sum, told: 3 },
      { outcome: "sent", nextAt: null },
    ],
    [sum, { outcome: "nobody", nextAt: null }],
    [
      { ...sum, left: 2 },
      { outcome: "nobody", nextAt: null },
    ],
    [
      { ...sum, refused: 1 },
      { outcome: "dead", nextAt: null },
    ],
    [
      { ...sum, unknown: 1 },
      { outcome: "dead", nextAt: null },
    ],
    [
      { ...sum, told: 9, again: 1 },
      { outcome: null, nextAt: now + 5000 },
    ],
  ])("%j → %j", (given, expected) => {
    expect(decideNoticeRoundEnd(over, given, at)).toEqual(expected);
  });

  test("is dead after ten tries, or when the next one would come too late", () => {
    expect(decideNoticeRoundEnd({ ...over, round: 9 }, { ...sum, again: 1 }, at).outcome).toBe("dead");
    expect(decideNoticeRoundEnd({ ...over, round: 2, expiresAt: now + 1000 }, { ...sum, again: 1 }, at).outcome).toBe(
      "dead",
    );
  });

  test("sent, failed and unknown add up to everybody who was not gone, over any rounds", () => {
    const shares = fc.tuple(fc.nat(50), fc.nat(50), fc.nat(50), fc.nat(50), fc.nat(50));
    const rounds = fc.array(shares, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rounds, (all) => {
        let counters = { recipients: 0, sent: 0, failed: 0, unknown: 0 };
        let [again, left] = [0, 0];
        all.forEach(([told, more, refused, doubtful, gone], round) => {
          const size = round === 0 ? told + more + refused + doubtful + gone : again;
          const share = (n: number, rest: number) => Math.min(n, rest);
          const t = share(told, size);
          const m = share(more, size - t);
          const r = share(refused, size - t - m);
          const unknown = share(doubtful, size - t - m - r);
          const l = size - t - m - r - unknown;
          counters = countersAfterRound({ round, ...counters }, { told: t, unknown, again: m, refused: r, left: l });
          [again, left] = [m, left + l];
          expect(counters.sent + counters.failed + counters.unknown + left).toBe(counters.recipients);
        });
      }),
    );
  });
});

test("the longer no mailer works, the rarer the tries", () => {
  const waits = [0, 59_999, 60_000, 180_000, 480_000, mailOutageThresholdMs, hour].map(mailerAwayDelay);
  expect(waits).toEqual([60_000, 60_000, 120_000, 300_000, 120_000, 300_000, 300_000]);
});
