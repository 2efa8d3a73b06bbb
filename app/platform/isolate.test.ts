import fc from "fast-check";
import { expect, test } from "vitest";
import type { Bindings } from "./env";
import { BoundedMap, oncePerDeployment, RecentMap, registerIsolateCache, resetIsolate } from "./isolate";

const bindings = () => ({ bindings: {} as Bindings });

test("a bounded map is emptied before it takes one more, and not for one that it has", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2).set("a", 3);
  expect([...map]).toEqual([
    ["a", 3],
    ["b", 2],
  ]);
  map.set("c", 4);
  expect([...map]).toEqual([["c", 4]]);
});

test("a recent map keeps what was set last, and never more than it may", () => {
  const set = fc.tuple(fc.constantFrom("a", "b", "c", "d", "e"), fc.string({ maxLength: 12 }));
  const held = fc.property(fc.array(set), (all) => {
    const map = new RecentMap<string, string>({ entries: 3, bytes: 20, weigh: (text) => text.length });
    for (const [key, text] of all) map.set(key, text);
    const latest: string[] = [...new Map(all.toReversed()).keys()].toReversed();
    const weight = [...map.values()].join("").length;
    expect(map.size).toBeLessThanOrEqual(3);
    expect(weight).toBeLessThanOrEqual(20);
    expect([...map.keys()].every((key) => latest.slice(-3).includes(key))).toBe(true);
    if (all.length > 0) expect(map.get(all.at(-1)?.[0] ?? "")).toBe(all.at(-1)?.[1]);
  });
  fc.assert(held);
});

test("what an isolate keeps is forgotten with it", () => {
  const map = registerIsolateCache(new BoundedMap<string, number>(10));
  const one = oncePerDeployment(() => ({ count: 0 }));
  const [here, there] = [bindings(), bindings()];
  map.set("a", 1);
  one(here).count = 5;
  expect([one(here).count, one(there).count]).toEqual([5, 0]);
  resetIsolate();
  expect([map.size, one(here).count]).toEqual([0, 0]);
});
