import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ComponentDependence,
  closesDependenceCycle,
  dependenceChainLength,
  maxDependenceChainLength,
  possibleDependences,
} from "./dependence";

const chain: ComponentDependence[] = [
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
  expect(closesDependenceCycle(id, on, chain)).toBe(closes);
});

test("whatever is let in one after the other, following it always comes to an end", () => {
  const step = fc.record({ id: fc.integer({ min: 0, max: 7 }), on: fc.integer({ min: 0, max: 7 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const known = Array.from({ length: 8 }, (_, id): ComponentDependence => ({ id: `${id}`, dependsOn: null }));
      for (const { id, on } of steps) {
        const row = known[id];
        if (row && !closesDependenceCycle(`${id}`, `${on}`, known)) row.dependsOn = `${on}`;
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
  expect(closesDependenceCycle("c", "a", round)).toBe(false);
});

test("a chain is as long as from its lowest to its highest, wherever the link is made", () => {
  const ids = Array.from({ length: maxDependenceChainLength + 3 }, (_, index) => `m${index}`);
  const links = (gap: number): ComponentDependence[] =>
    ids.map((id, index) => ({ id, dependsOn: index === gap ? null : (ids[index + 1] ?? null) }));
  for (const gap of [0, 4, ids.length - 2]) {
    expect(dependenceChainLength(ids[gap] as string, ids[gap + 1] as string, links(gap))).toBeGreaterThan(
      maxDependenceChainLength,
    );
  }
  expect(dependenceChainLength("m0", "m1", links(1))).toBe(2);
  expect(dependenceChainLength("x", "m9", [{ id: "m9", dependsOn: null }])).toBe(2);
});

test.each([
  ["line", []],
  ["router", ["line"]],
  ["shop", ["router", "line"]],
  ["gone", ["shop", "router", "line"]],
  [undefined, ["shop", "router", "line"]],
])("%s may depend on %j", (id, offered) => {
  expect(possibleDependences(id, chain).map((each) => each.id)).toEqual(offered);
});

test("whatever is offered closes no circle, and whatever closes none is offered", () => {
  const on = fc.option(fc.integer({ min: 0, max: 7 }), { nil: null });
  fc.assert(
    fc.property(fc.array(on, { minLength: 8, maxLength: 8 }), fc.integer({ min: 0, max: 7 }), (links, one) => {
      const known = links.map(
        (to, id): ComponentDependence => ({ id: `${id}`, dependsOn: to === null ? null : `${to}` }),
      );
      const offered = possibleDependences(`${one}`, known).map((each) => each.id);
      expect(offered).toEqual(
        known.filter(({ id }) => !closesDependenceCycle(`${one}`, id, known)).map((each) => each.id),
      );
    }),
  );
});
