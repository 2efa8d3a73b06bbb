import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeCheckResult } from "./judge";
import type { CheckVerdict, SecondOpinion, VoteOutcome } from "./monitor";
import { needsOtherPlaces, quorumResultOf } from "./quorum";

describe("how many must agree, of how many places, and what the votes come to", () => {
  const table: [wanted: number | null, places: number, agree: number, against: number, need: number, VoteOutcome][] = [
    [1, 1, 1, 0, 1, "confirmed"],
    [2, 2, 2, 0, 2, "confirmed"],
    [2, 2, 1, 1, 2, "refuted"],
    [2, 2, 1, 0, 2, "unsettled"],
    [2, 3, 2, 0, 2, "confirmed"],
    [2, 3, 2, 1, 2, "confirmed"],
    [2, 3, 1, 2, 2, "refuted"],
    [2, 3, 1, 1, 2, "unsettled"],
    [2, 3, 1, 0, 2, "unsettled"],
    [3, 5, 3, 2, 3, "confirmed"],
    [3, 5, 2, 3, 3, "refuted"],
    [3, 5, 2, 2, 3, "unsettled"],
    [3, 5, 1, 0, 3, "unsettled"],
    // Needs no more votes than there are places.
    [3, 1, 1, 0, 1, "confirmed"],
    [3, 2, 1, 0, 2, "unsettled"],
    // Needs all that answer.
    [null, 1, 1, 0, 1, "confirmed"],
    [null, 3, 1, 0, 1, "confirmed"],
    [null, 3, 3, 0, 3, "confirmed"],
    [null, 3, 2, 1, 3, "refuted"],
    [null, 3, 1, 1, 2, "refuted"],
  ];
  test.each(table)("%s of %s places, %s agree, %s do not: %s must, %s", (wanted, places, agree, against, need, is) => {
    expect(quorumResultOf(wanted, { places, agree, against })).toEqual({ need, outcome: is });
  });
});

test("a silent place settles nothing: whatever it could have said, the others' outcome stays as it is", () => {
  const votes = fc.record({
    wanted: fc.integer({ min: 1, max: 5 }),
    agree: fc.integer({ min: 1, max: 5 }),
    against: fc.integer({ min: 0, max: 5 }),
    silent: fc.integer({ min: 0, max: 5 }),
  });
  fc.assert(
    fc.property(votes, ({ wanted, agree, against, silent }) => {
      const places = agree + against + silent;
      const { outcome } = quorumResultOf(wanted, { places, agree, against });
      const couldBe = Array.from(
        { length: silent + 1 },
        (_, more) => quorumResultOf(wanted, { places, agree: agree + more, against: against + silent - more }).outcome,
      );
      expect(couldBe).not.toContain("unsettled");
      if (outcome === "unsettled") expect(new Set(couldBe).size).toBe(2);
      else expect(new Set(couldBe)).toEqual(new Set([outcome]));
    }),
  );
});

const verdict = fc.constantFrom<CheckVerdict>("up", "degraded", "down");
const heard = fc.array(fc.constantFrom<CheckVerdict | "none">("up", "degraded", "down", "none"), { maxLength: 4 });
const opinionsOf = (said: readonly (CheckVerdict | "none")[]): SecondOpinion[] =>
  said.map((each, index) => ({ region: `r${index}`, minute: 1, verdict: each, code: "x" }));
const badness = { up: 0, degraded: 1, down: 2 };

test("it turns down only where as many places as must see it so, ours among them", () => {
  fc.assert(
    fc.property(heard, fc.option(fc.integer({ min: 1, max: 5 })), verdict, (said, agree, own) => {
      const known = { confirmed: "up" as const, since: 0, run: [] };
      const { turn, ballot } = judgeCheckResult(known, [1, own, 5], 1, { opinions: opinionsOf(said), agree });
      const answered = said.filter((each) => each !== "none").length + 1;
      const need = agree === null ? answered : Math.min(agree, said.length + 1);
      if (turn) {
        const seeing = [own, ...said].filter((each) => each !== "none" && badness[each] >= badness[turn.to]);
        expect(seeing.length).toBeGreaterThanOrEqual(need);
        expect(badness[own]).toBeGreaterThanOrEqual(badness[turn.to]);
      } else if (own !== "up") {
        const seeing = [own, ...said].filter((each) => each !== "none" && each !== "up");
        expect(seeing.length).toBeLessThan(need);
        expect(ballot?.outcome).not.toBe("confirmed");
      }
    }),
  );
});

test("it recovers only where as many places as must see it so", () => {
  const known = { confirmed: "down" as const, since: 0, run: [] };
  const outcomeOf = (said: (CheckVerdict | "none")[], agree: number) =>
    judgeCheckResult(known, [1, "up", 5], 1, { opinions: opinionsOf(said), agree });
  expect(outcomeOf(["up", "down"], 2).turn).toMatchObject({ to: "up" });
  expect(outcomeOf(["down", "down"], 2)).toMatchObject({ turn: null, ballot: { outcome: "refuted" } });
  expect(outcomeOf(["none", "none"], 2)).toMatchObject({ turn: null, ballot: { outcome: "unsettled" } });
});

test("others are asked where ours alone is not enough, and not of one that is new and well", () => {
  const down = { from: "up", to: "down" } as const;
  expect(needsOtherPlaces({ regions: ["weur"], agree: null }, down)).toBe(true);
  expect(needsOtherPlaces({ regions: ["weur"], agree: 2 }, down)).toBe(true);
  expect(needsOtherPlaces({ regions: ["weur"], agree: 1 }, down)).toBe(false);
  expect(needsOtherPlaces({ regions: [], agree: 2 }, down)).toBe(false);
  expect(needsOtherPlaces({ regions: ["weur"], agree: 2 }, { from: "new", to: "up" })).toBe(false);
  expect(needsOtherPlaces({ regions: ["weur"], agree: 2 }, { from: "new", to: "down" })).toBe(true);
});

test("that it is slower than usual is known here alone; whether it works again, or is slow at all, is not", () => {
  const places = { regions: ["weur"], agree: null };
  expect(needsOtherPlaces(places, { from: "up", to: "degraded" }, "slower")).toBe(false);
  expect(needsOtherPlaces(places, { from: "new", to: "degraded" }, "slower")).toBe(false);
  expect(needsOtherPlaces(places, { from: "up", to: "degraded" }, "slow")).toBe(true);
  expect(needsOtherPlaces(places, { from: "down", to: "degraded" }, "slower")).toBe(true);
  expect(needsOtherPlaces(places, { from: "degraded", to: "up" }, "ok")).toBe(true);
});
