import fc from "fast-check";
import { expect, test } from "vitest";
import { inOneTimeline } from "./timeline";

const of = (list: string, ats: number[]) =>
  [...ats].sort((one, other) => other - one).map((at, index) => ({ id: `${list}${index}`, at }));

test("newest first; at one instant in the order of the lists", () => {
  const found = inOneTimeline(of("a", [3, 1]), of("b", [3, 2]));
  expect(found.map(({ id }) => id)).toEqual(["a0", "b0", "b1", "a1"]);
});

test("nothing is lost, and each list keeps its own order", () => {
  const ats = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 });
  fc.assert(
    fc.property(ats, ats, (some, others) => {
      const [one, other] = [of("a", some), of("b", others)];
      const all = inOneTimeline(one, other);
      expect(all.length).toBe(one.length + other.length);
      expect(all.map(({ at }) => at)).toEqual([...some, ...others].sort((x, y) => y - x));
      for (const list of [one, other]) expect(all.filter((each) => list.includes(each))).toEqual(list);
    }),
  );
});
