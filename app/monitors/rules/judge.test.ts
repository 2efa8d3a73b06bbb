import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeCheckResult } from "./judge";
import type { CheckVerdict, ConfirmedVerdict, MonitorStateRecord, SecondOpinion } from "./monitor";

type Known = Pick<MonitorStateRecord, "confirmed" | "since" | "run">;
const letters: Record<string, CheckVerdict> = { u: "up", g: "degraded", d: "down" };
const known = (confirmed: ConfirmedVerdict): Known => ({ confirmed, since: 0, run: [] });

/** Judges `uudd…` from minute 1 on; returns the changes of state as `minute:to@at`. */
function story(confirmed: ConfirmedVerdict, said: string, inARow: number): string[] {
  let state = known(confirmed);
  return [...said].flatMap((letter, index) => {
    const judged = judgeCheckResult(state, [index + 1, letters[letter] ?? "up", 10], inARow);
    state = judged.state;
    return judged.turn ? [`${index + 1}:${judged.turn.to}@${judged.turn.at}`] : [];
  });
}

describe("results in a row turn it, dated back to the first", () => {
  const table: [string, ConfirmedVerdict, string, number, string[]][] = [
    ["one failure is none", "up", "uduudu", 2, []],
    ["two in a row", "up", "udd", 2, ["3:down@2"]],
    ["the same back", "down", "uduu", 2, ["4:up@3"]],
    ["one is enough where one is set", "up", "udu", 1, ["2:down@2", "3:up@3"]],
    ["five in a row", "up", "dddudddddu", 5, ["9:down@5"]],
    ["slow, then gone: first as bad as both, then worse", "up", "gdd", 2, ["2:degraded@1", "3:down@2"]],
    ["gone, then slow: no better than slow", "up", "dgg", 2, ["2:degraded@1"]],
    ["better, but not good", "down", "ggg", 2, ["2:degraded@1"]],
    ["good and slow by turns is slow", "down", "gugu", 2, ["2:degraded@1"]],
    ["gone to slow to good", "down", "guu", 2, ["2:degraded@1", "3:up@2"]],
    ["worse and better in turns is nothing", "degraded", "dududu", 2, []],
    ["a new one that is up says so at once", "new", "u", 3, ["1:up@1"]],
    ["a new one that is down needs as many", "new", "dd", 2, ["2:down@1"]],
    ["a new one that is down once", "new", "du", 2, ["2:up@2"]],
  ];
  test.each(table)("%s", (_, confirmed, said, inARow, turns) => {
    expect(story(confirmed, said, inARow)).toEqual(turns);
  });
});

describe("other places", () => {
  const opinion = (verdict: SecondOpinion["verdict"]): SecondOpinion => ({
    region: "weur",
    minute: 2,
    verdict,
    code: "x",
  });
  const once = (opinions: SecondOpinion[]) =>
    judgeCheckResult({ ...known("up"), run: [[1, "down", 5]] }, [2, "down", 5], 2, { opinions, agree: null });

  test("that see it well keep it from turning", () => {
    expect(once([opinion("up")]).turn).toBeNull();
    expect(once([opinion("down"), opinion("up")]).turn).toBeNull();
  });
  test("that see it too let it turn", () => {
    expect(once([opinion("down")]).turn).toEqual({ from: "up", to: "down", at: 1 });
  });
  test("that see less turn it as far as all agree", () => {
    expect(once([opinion("degraded")]).turn).toEqual({ from: "up", to: "degraded", at: 1 });
  });
  test("that cannot say hide nothing", () => {
    expect(once([opinion("none")]).turn).toEqual({ from: "up", to: "down", at: 1 });
  });
  test("that agree later let it turn from the first result on", () => {
    let state: Known = known("up");
    for (let minute = 1; minute <= 6; minute++) {
      state = judgeCheckResult(state, [minute, "down", 5], 2, { opinions: [opinion("up")], agree: null }).state;
    }
    const others = { opinions: [opinion("down")], agree: null };
    expect(judgeCheckResult(state, [7, "down", 5], 2, others).turn).toEqual({ from: "up", to: "down", at: 1 });
  });
});

const verdict = fc.constantFrom<CheckVerdict>("up", "degraded", "down");
const mirror: Record<CheckVerdict, CheckVerdict> = { up: "down", degraded: "degraded", down: "up" };

test("whatever comes: it turns only after as many in a row, and at the first of them", () => {
  fc.assert(
    fc.property(fc.array(verdict, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (said, inARow) => {
      let state: Known = known("up");
      const ranks = { new: 0, up: 0, degraded: 1, down: 2 };
      said.forEach((each, index) => {
        const before = state;
        const { state: after, turn } = judgeCheckResult(before, [index, each, null as never], inARow);
        const recent = said.slice(Math.max(0, index + 1 - inARow), index + 1);
        if (turn) {
          expect(recent).toHaveLength(inARow);
          const worse = ranks[turn.to] > ranks[before.confirmed];
          const reach = (one: CheckVerdict) => (worse ? ranks[one] >= ranks[turn.to] : ranks[one] <= ranks[turn.to]);
          expect(recent.every(reach)).toBe(true);
          expect(said.slice(turn.at, index + 1).every(reach)).toBe(true);
          expect(turn.at === 0 || !reach(said[turn.at - 1] as CheckVerdict) || turn.at <= index - inARow + 1).toBe(
            true,
          );
        } else {
          expect(after.confirmed).toBe(before.confirmed);
        }
        expect(after.run.length).toBeLessThanOrEqual(Math.max(inARow, 1));
        state = after;
      });
    }),
  );
});

test("getting better is the mirror of getting worse", () => {
  fc.assert(
    fc.property(fc.array(verdict, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), (said, inARow) => {
      let [one, other]: [Known, Known] = [known("up"), known("down")];
      said.forEach((each, minute) => {
        const a = judgeCheckResult(one, [minute, each, 1], inARow);
        const b = judgeCheckResult(other, [minute, mirror[each], 1], inARow);
        [one, other] = [a.state, b.state];
        expect(b.turn?.at ?? null).toBe(a.turn?.at ?? null);
        expect(mirror[b.state.confirmed as CheckVerdict]).toBe(a.state.confirmed);
      });
    }),
  );
});
