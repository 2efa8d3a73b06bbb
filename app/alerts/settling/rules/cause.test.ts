import fc from "fast-check";
import { expect, test } from "vitest";
import { type DependentSource, rootCauseByItem } from "./cause";

const on = (links: Record<string, string | null>): DependentSource[] =>
  Object.entries(links).map(([id, dependsOn]) => ({ id, dependsOn }));

test.each<[string, Record<string, string | null>, string[], Record<string, string>]>([
  ["nothing is down", { web: "router" }, [], {}],
  ["the router is down", { web: "router", router: null }, ["router"], { web: "router" }],
  ["both are down", { web: "router", router: null }, ["router", "web"], { web: "router" }],
  [
    "a chain that is down",
    { web: "db", db: "router", router: null },
    ["router", "db"],
    { web: "router", db: "router" },
  ],
  ["a chain with one that is up", { web: "db", db: "router", router: null }, ["router"], { db: "router" }],
  ["on itself", { web: "web" }, ["web"], {}],
  ["on what is gone", { web: "gone" }, [], {}],
  ["a circle: the first by id fires", { a: "b", b: "a" }, ["a", "b"], { b: "a" }],
  ["behind a circle", { a: "b", b: "c", c: "b" }, ["a", "b", "c"], { a: "b", c: "b" }],
  ["half a circle", { a: "b", b: "a" }, ["b"], { a: "b" }],
])("%s", (_, links, down, causes) => {
  expect(Object.fromEntries(rootCauseByItem(on(links), new Set(down)))).toEqual(causes);
});

test("of any links, in any order: a cause is down, fires for itself, and where something is down somebody does", () => {
  const ids = ["a", "b", "c", "d", "e"];
  const link = fc.option(fc.constantFrom(...ids), { nil: null });
  const world = fc.record({ links: fc.tuple(link, link, link, link, link), down: fc.subarray(ids), turn: fc.nat(4) });
  fc.assert(
    fc.property(world, ({ links, down, turn }) => {
      const dependents = ids.map((id, index) => ({ id, dependsOn: links[index] ?? null }));
      const causes = rootCauseByItem(dependents, new Set(down));
      for (const root of causes.values()) {
        expect(down).toContain(root);
        expect(causes.has(root)).toBe(false);
      }
      expect(down.length === 0 || down.some((id) => !causes.has(id))).toBe(true);
      const turned = [...dependents.slice(turn), ...dependents.slice(0, turn)];
      expect([...rootCauseByItem(turned, new Set(down))].sort()).toEqual([...causes].sort());
    }),
  );
});
