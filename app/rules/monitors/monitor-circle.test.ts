import fc from "fast-check";
import { expect, test } from "vitest";
import { closesCircle, type Dependence } from "./monitor-circle";

const chain: Dependence[] = [
  { id: "shop", dependsOn: "router" },
  { id: "router", dependsOn: "line" },
  { id: "line", dependsOn: null },
];

test.each([
  ["shop", null, false],
  ["shop", "shop", true],
  ["line", "shop", true],
  ["line", "router", true],
  ["router", "line", false],
  ["shop", "line", false],
  ["shop", "gone", false],
] as const)("%s on %s: %s", (id, on, closes) => {
  expect(closesCircle(id, on, chain)).toBe(closes);
});

test("whatever is let in one after the other, following it always comes to an end", () => {
  const step = fc.record({ id: fc.integer({ min: 0, max: 7 }), on: fc.integer({ min: 0, max: 7 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const known = Array.from({ length: 8 }, (_, id): Dependence => ({ id: `${id}`, dependsOn: null }));
      for (const { id, on } of steps) {
        const row = known[id];
        if (row && !closesCircle(`${id}`, `${on}`, known)) row.dependsOn = `${on}`;
      }
      for (const { id } of known) {
        let at: string | null = id;
        for (let hops = 0; at !== null; hops++) {
          expect(hops).toBeLessThan(8);
          at = known.find((each) => each.id === at)?.dependsOn ?? null;
        }
      }
    }),
  );
});

test("a circle that is there already does not hang it", () => {
  const round = [
    { id: "a", dependsOn: "b" },
    { id: "b", dependsOn: "a" },
  ];
  expect(closesCircle("c", "a", round)).toBe(false);
});
