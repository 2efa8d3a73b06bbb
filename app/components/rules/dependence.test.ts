import fc from "fast-check";
import { expect, test } from "vitest";
import { type ComponentDependence, chainLength, closesCircle, maxChainLength, possibleCauses } from "./dependence";

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
  expect(closesCircle(id, on, chain)).toBe(closes);
});

test("whatever is let in one after the other, following it always comes to an end", () => {
  const step = fc.record({ id: fc.integer({ min: 0, max: 7 }), on: fc.integer({ min: 0, max: 7 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const known = Array.from({ length: 8 }, (_, id): ComponentDependence => ({ id: `${id}`, dependsOn: null }));
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

test("a chain is as long as from its lowest to its highest, wherever the link is made", () => {
  const ids = Array.from({ length: maxChainLength + 3 }, (_, index) => `m${index}`);
  const links = (gap: number): ComponentDependence[] =>
    ids.map((id, index) => ({ id, dependsOn: index === gap ? null : (ids[index + 1] ?? null) }));
  for (const gap of [0, 4, ids.length - 2]) {
    expect(chainLength(ids[gap] as string, ids[gap + 1] as string, links(gap))).toBeGreaterThan(maxChainLength);
  }
  expect(chainLength("m0", "m1", links(1))).toBe(2);
  expect(chainLength("x", "m9", [{ id: "m9", dependsOn: null }])).toBe(2);
});

test.each([
  ["line", []],
  ["router", ["line"]],
  ["shop", ["router", "line"]],
  ["gone", ["shop", "router", "line"]],
  [undefined, ["shop", "router", "line"]],
])("%s may depend on %j", (id, offered) => {
  expect(possibleCauses(id, chain).map((each) => each.id)).toEqual(offered);
});

test("whatever is offered closes no circle, and whatever closes none is offered", () => {
  const on = fc.option(fc.integer({ min: 0, max: 7 }), { nil: null });
  fc.assert(
    fc.property(fc.array(on, { minLength: 8, maxLength: 8 }), fc.integer({ min: 0, max: 7 }), (links, one) => {
      const known = links.map(
        (to, id): ComponentDependence => ({ id: `${id}`, dependsOn: to === null ? null : `${to}` }),
      );
      const offered = possibleCauses(`${one}`, known).map((each) => each.id);
      expect(offered).toEqual(known.filter(({ id }) => !closesCircle(`${one}`, id, known)).map((each) => each.id));
    }),
  );
});
