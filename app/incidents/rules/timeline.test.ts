import fc from "fast-check";
import { expect, test } from "vitest";
import { firingTimelineEntries, mergeTimelines } from "./timeline";

const of = (list: string, ats: number[]) =>
  [...ats].sort((one, other) => other - one).map((at, index) => ({ id: `${list}${index}`, at }));

test("newest first; at one instant in the order of the lists", () => {
  const found = mergeTimelines(of("a", [3, 1]), of("b", [3, 2]));
  expect(found.map(({ id }) => id)).toEqual(["a0", "b0", "b1", "a1"]);
});

test("nothing is lost, and each list keeps its own order", () => {
  const ats = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 });
  fc.assert(
    fc.property(ats, ats, (some, others) => {
      const [one, other] = [of("a", some), of("b", others)];
      const all = mergeTimelines(one, other);
      expect(all.length).toBe(one.length + other.length);
      expect(all.map(({ at }) => at)).toEqual([...some, ...others].sort((x, y) => y - x));
      for (const list of [one, other]) expect(all.filter((each) => list.includes(each))).toEqual(list);
    }),
  );
});

test("each firing of an alert has its beginning and, once it is over, its end; newest first", () => {
  const firing = (firedAt: number, recoveredAt: number | null) => ({
    alertId: "a",
    title: "Slow",
    firedAt,
    recoveredAt,
  });
  const turns = firingTimelineEntries([firing(7, null), firing(1, 4)]);
  expect(turns.map(({ at, fired }) => [at, fired])).toEqual([
    [7, true],
    [4, false],
    [1, true],
  ]);
  expect(new Set(turns.map(({ id }) => id)).size).toBe(3);
});

test("what recovered at once recovered after it fired, and several that turn at one instant are apart", () => {
  const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.option(fc.integer({ min: 0, max: 3 }))), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(spans, (given) => {
      const firings = given.map(([firedAt, long], index) => ({
        alertId: `a${index}`,
        title: "",
        firedAt,
        recoveredAt: long === null ? null : firedAt + long,
      }));
      const turns = firingTimelineEntries(firings);
      expect(new Set(turns.map(({ id }) => id)).size).toBe(turns.length);
      for (const firing of firings.filter(({ recoveredAt }) => recoveredAt !== null)) {
        const own = turns.filter((turn) => turn.firing.alertId === firing.alertId);
        expect(own.map(({ fired }) => fired)).toEqual([false, true]);
      }
    }),
  );
});
