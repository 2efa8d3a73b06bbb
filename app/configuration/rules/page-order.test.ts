import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { documentOfPage, errorMessages, pagesAfter } from "../../../tests/support/configuration-example";
import { applyToModel, planInModel } from "../../../tests/support/configuration-model";
import type { PresentPage } from "./configuration-types";
import { configurationPlanText } from "./plan-text";

const keys = ["a", "b", "c", "d", "e"];

const componentLines = (order: readonly string[], groupOf: (key: string) => string | null = () => null) =>
  order.map((key) => {
    const group = groupOf(key);
    return `  ${key}: { name: Component ${key}${group === null ? "" : `, group: ${group}`} }`;
  });

/** A file with an order of its own. */
const ordered = (components: readonly string[], groups: readonly string[] = ["g", "h"], more: readonly string[] = []) =>
  documentOfPage([
    "name: Main",
    "order: file",
    `groups: { ${groups.map((key) => `${key}: { name: Group ${key} }`).join(", ")} }`,
    "components:",
    ...componentLines(components, (key) => (key === "a" || key === "b" ? "g" : null)),
    ...more,
  ]);

const namesOf = (pages: readonly PresentPage[], noun: string) =>
  pages.flatMap(({ things }) => things.filter((each) => each.noun === noun).map(({ values }) => values.name));

const movesOf = (document: ReturnType<typeof ordered>, present: readonly PresentPage[]) =>
  planInModel(document, present).changes.flatMap(({ action, fields }) =>
    action === "move" ? fields.map(({ name, before, after }) => `${name} ${before} ${after}`) : [],
  );

const here = pagesAfter([], ordered(keys));

test("a new page stands in the order of the file, and nothing is to move", () => {
  expect(movesOf(ordered(keys), [])).toEqual([]);
  expect(planInModel(ordered(keys), here)).toEqual({ changes: [], errors: [] });
});

describe("a plan names what is to move, with its places among its siblings", () => {
  test.each([
    ["the last one to the front", ordered(["a", "b", "e", "c", "d"]), ["components/e 3 1"]],
    ["two that changed places", ordered(["b", "a", "c", "d", "e"]), ["components/a 1 2"]],
    ["groups", ordered(keys, ["h", "g"]), ["groups/g 1 2"]],
    ["nothing where only the file mixes groups", ordered(["c", "a", "d", "b", "e"]), []],
  ])("%s", (_, document, moves) => {
    expect(movesOf(document, here)).toEqual(moves);
    const after = applyToModel(planInModel(document, here), document, here);
    expect(planInModel(document, after).changes).toEqual([]);
  });

  test("as people read it", () => {
    const text = configurationPlanText(planInModel(ordered(["e", "a", "b", "c", "d"]), here), "upfront.yaml");
    expect(text).toBe("page main\n  ^ move to another place\n      components/e: 3 → 1\n\n1 to move.\n");
  });
});

test("what is new in the middle is made, and moved to its place", () => {
  const document = ordered(["a", "b", "c", "new", "d", "e"]);
  expect(movesOf(document, here)).toEqual(["components/new 4 2"]);
  const after = applyToModel(planInModel(document, here), document, here);
  expect(planInModel(document, after).changes).toEqual([]);
});

test("any order is reached at once, whatever is here and whatever is new", () => {
  const order = fc.shuffledSubarray(keys, { minLength: 1 });
  fc.assert(
    fc.property(order, order, fc.boolean(), (one, other, isNew) => {
      const present = isNew ? [] : pagesAfter([], ordered(one));
      const document = ordered(other);
      const after = applyToModel(planInModel(document, present), document, present);
      expect(planInModel(document, after).changes).toEqual([]);
      const placed = namesOf(after, "component").filter((name) => other.some((key) => name === `Component ${key}`));
      const grouped = (name: unknown) => name === "Component a" || name === "Component b";
      const wanted = other.map((key) => `Component ${key}`);
      expect(placed.filter(grouped)).toEqual(wanted.filter(grouped));
      expect(placed.filter((name) => !grouped(name))).toEqual(wanted.filter((name) => !grouped(name)));
    }),
    { numRuns: 100 },
  );
});

/** Puts the last component of the page to the front, as a person does. */
const movedByHand = (pages: readonly PresentPage[]): PresentPage[] =>
  pages.map((page) => {
    const components = page.things.filter(({ noun }) => noun === "component");
    const others = page.things.filter(({ noun }) => noun !== "component");
    return { ...page, things: [...others, ...components.slice(-1), ...components.slice(0, -1)] };
  });

test("what people moved since is drift, and stays where the file says no order", () => {
  const moved = movedByHand(here);
  const back = planInModel(ordered(keys), moved);
  expect(back.changes).toMatchObject([{ action: "move", isDrift: true }]);
  expect(planInModel(ordered(["a", "b", "d", "c", "e"]), here).changes).toMatchObject([{ isDrift: false }]);
  const silent = documentOfPage(["name: Main", "components:", ...componentLines(keys)]);
  expect(movesOf(silent, moved)).toEqual([]);
});

test("a file gives the order back when it no longer names it", () => {
  const silent = documentOfPage(["name: Main", "components:", ...componentLines(keys)]);
  const page = planInModel(silent, here).changes.find(({ noun }) => noun === "page");
  expect(page).toMatchObject({ action: "change", released: ["order"] });
});

test("of two files one has the order", () => {
  const { pages } = ordered(keys);
  const second = {
    name: "second",
    pages: pages.map((page) => ({ ...page, values: { order: page.values.order ?? null } })),
  };
  expect(errorMessages(planInModel(second, here))).toContain(
    "“order” of the page “main” belongs to the file “infra”. Name it in one of both files only.",
  );
});
