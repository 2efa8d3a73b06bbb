import { describe, expect, test } from "vitest";
import {
  changeLines,
  documentOfPage,
  errorMessages,
  exampleLines,
  exampleLinesWith,
  examplePages,
} from "../../../tests/support/configuration-example";
import { applyToModel, planInModel } from "../../../tests/support/configuration-model";
import type { PresentPage, PresentThing } from "./configuration-types";
import { configurationPlanExitCode, configurationPlanText } from "./plan-text";

/** Changes things by hand: as a person does in the desk. */
const byHand = (pages: readonly PresentPage[], change: (thing: PresentThing) => Partial<PresentThing>): PresentPage[] =>
  pages.map((page) => ({ ...page, things: page.things.map((thing) => ({ ...thing, ...change(thing) })) }));

test("a new page is made so that what is named exists first, and the page names its channels last", () => {
  expect(changeLines(planInModel(documentOfPage(exampleLines), []))).toEqual([
    "create page/main name",
    "create group/core name",
    "create component/api name group",
    "create component/shop name depends_on",
    "create monitor/api-http kind name settings.url components",
    "create channel/ops kind name settings.url",
    "change page/main escalate_channels",
  ]);
});

test("a thing that is named before it stands in the file is made first", () => {
  const lines = ["name: A", "components: { a: { name: A, depends_on: b }, b: { name: B } }"];
  expect(changeLines(planInModel(documentOfPage(lines), []))).toEqual([
    "create page/main name",
    "create component/b name",
    "create component/a name depends_on",
  ]);
});

test("nothing is to do where nothing differs", () => {
  const plan = planInModel(documentOfPage(exampleLines), examplePages);
  expect(plan).toEqual({ changes: [], errors: [] });
  expect([configurationPlanExitCode(plan), configurationPlanText(plan, "upfront.yaml")]).toEqual([
    0,
    "Nothing to change.\n",
  ]);
});

test("a change shows what was and what will be; one that people made since is drift", () => {
  const document = documentOfPage(
    exampleLinesWith(2, "components: { api: { name: API v2, group: core }, shop: { name: Shop } }"),
  );
  const plan = planInModel(document, examplePages);
  expect(plan.changes).toMatchObject([
    { action: "change", key: "api", fields: [{ name: "name", before: "API", after: "API v2" }], isDrift: false },
    { action: "change", key: "shop", fields: [], released: ["depends_on"] },
  ]);
  const drifted = byHand(examplePages, ({ values }) =>
    values.name === "Shop" ? { values: { ...values, name: "Store" } } : {},
  );
  const back = planInModel(documentOfPage(exampleLines), drifted);
  expect(back.changes).toMatchObject([{ key: "shop", isDrift: true, fields: [{ before: "Store", after: "Shop" }] }]);
  expect(configurationPlanText(back, "upfront.yaml")).toBe(
    'page main\n  ~ change component shop, changed by hand since\n      name: "Store" → "Shop"\n\n1 to change.\n',
  );
  expect(configurationPlanExitCode(back)).toBe(2);
});

test("a field that a file does not name is people's", () => {
  const other = byHand(examplePages, ({ noun, values }) =>
    noun === "component"
      ? { values: { ...values, description: "By hand", showcase: false } }
      : { values: { ...values, paused: true } },
  );
  expect(planInModel(documentOfPage(exampleLines), other).changes).toEqual([]);
});

describe("what no file knows", () => {
  const people = byHand(examplePages, () => ({ keys: {}, owners: {}, lastSet: {}, madeBy: null })).map((page) => ({
    ...page,
    keys: {},
    owners: {},
    madeBy: null,
  }));

  test("is taken over by its name", () => {
    const plan = planInModel(documentOfPage(exampleLines), people, { entered: () => false });
    expect(new Set(plan.changes.map(({ action }) => action))).toEqual(new Set(["adopt"]));
    expect(plan.changes.map(({ id }) => id)).not.toContain(null);
  });

  test("is not guessed where two have the name", () => {
    const twice = byHand(people, ({ noun, values }) =>
      noun === "component" ? { values: { ...values, name: "API" } } : {},
    );
    const document = documentOfPage(["components: { api: { name: API } }"]);
    expect(errorMessages(planInModel(document, twice))).toEqual([
      "There are 2 of this name here, and the component “api” could be any of them. Rename the others first.",
    ]);
  });
});

describe("a rename", () => {
  const renamed = exampleLinesWith(1, "groups: { heart: { was: core, name: Core } }").with(
    2,
    "components: { api: { name: API, group: heart } }",
  );

  test("keeps the thing, and says so once", () => {
    const document = documentOfPage(renamed);
    const plan = planInModel(document, examplePages);
    expect(plan.changes[0]).toMatchObject({ action: "rename", noun: "group", key: "heart", was: "core", fields: [] });
    expect(plan.changes[0]?.id).toBe(examplePages[0]?.things.find(({ noun }) => noun === "group")?.id);
    expect(planInModel(document, applyToModel(plan, document, examplePages)).changes).toEqual([]);
  });

  test("without was is an error that says how", () => {
    const document = documentOfPage(["groups: { heart: { name: Core } }"]);
    expect(errorMessages(planInModel(document, examplePages))).toEqual([
      "The file knows this group as “core”. Write was: core to give it the key “heart”.",
    ]);
  });

  test("of a page keeps the page", () => {
    const { pages, ...file } = documentOfPage(exampleLines, "infra", "status");
    const document = { ...file, pages: pages.map((page) => ({ ...page, was: "main" })) };
    const plan = planInModel(document, examplePages);
    expect(plan.changes).toMatchObject([
      {
        action: "rename",
        noun: "page",
        key: "status",
        was: "main",
        fields: [{ name: "subdomain", before: "main", after: "status" }],
      },
    ]);
    expect(planInModel(document, applyToModel(plan, document, examplePages))).toEqual({ changes: [], errors: [] });
  });
});

describe("what the file does not describe any more", () => {
  const less = documentOfPage(["name: Example", "components: { api: { name: API } }"]);

  test("stays, and is said", () => {
    const plan = planInModel(less, examplePages);
    expect(plan.left?.map(({ noun, key }) => `${noun}/${key}`)).toEqual([
      "group/core",
      "component/shop",
      "monitor/api-http",
      "channel/ops",
    ]);
    expect(plan.changes.every(({ action }) => action !== "remove")).toBe(true);
    expect(configurationPlanText(plan, "f")).toContain(
      "No longer in the file, and kept without --prune:\n  group core of main\n",
    );
  });

  test("is removed on request, what names others first", () => {
    const plan = planInModel(less, examplePages, { prune: true });
    expect(changeLines(plan).filter((line) => line.startsWith("remove"))).toEqual([
      "remove channel/ops",
      "remove monitor/api-http",
      "remove component/shop",
      "remove group/core",
    ]);
    expect(plan.changes.at(-1)?.action).toBe("remove");
  });

  test("is never removed when people or another file made it, or another file has a part in it", () => {
    const made = byHand(examplePages, ({ noun }) => ({
      madeBy: noun === "group" ? null : noun === "channel" ? "other" : "infra",
    }));
    expect(changeLines(planInModel(less, made, { prune: true })).filter((line) => line.startsWith("remove"))).toEqual([
      "remove monitor/api-http",
      "remove component/shop",
    ]);
    const shared = byHand(examplePages, ({ values }) =>
      values.name === "Shop" ? { owners: { description: "other" } } : {},
    );
    expect(errorMessages(planInModel(less, shared, { prune: true }))).toEqual([
      "The component “shop” cannot be removed: fields of it belong to the file “other”.",
    ]);
  });

  test("cannot be named while it is removed", () => {
    const document = documentOfPage(["components: { api: { name: API, group: core } }"]);
    expect(errorMessages(planInModel(document, examplePages, { prune: true }))).toEqual([
      "There is no group “core” on this page.",
    ]);
    expect(errorMessages(planInModel(document, examplePages))).toEqual([]);
  });
});

test("two files may share a thing, and not a field of it", () => {
  const mine = documentOfPage(["monitors: { api: { kind: http, interval: 5 } }"], "other");
  const shared = byHand(examplePages, ({ noun }) =>
    noun === "monitor" ? { keys: { infra: "api-http", other: "api" } } : {},
  );
  expect(changeLines(planInModel(mine, shared))).toEqual(["change monitor/api interval"]);
  const named = documentOfPage(["monitors: { api: { kind: http, name: API } }"], "other");
  expect(errorMessages(planInModel(named, shared))).toContain(
    "“name” of the monitor “api” belongs to the file “infra”. Name it in one of both files only.",
  );
});
