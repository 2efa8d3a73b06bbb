import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  documentsWithChoices,
  foreignComponent,
  foreignIncident,
  moveDocumentOf,
  moveDocuments,
} from "../../../tests/support/import-documents";
import {
  decidedImportFacts,
  emptyImportWorld,
  type ImportWorld,
  importFactsOf,
  verdictsOf,
  worldAfterImport,
  worldThing,
} from "../../../tests/support/import-world";
import { planImport } from "./import-plan";
import type { MoveDocument } from "./move-document";

const planVerdictsOf = (document: MoveDocument, world: ImportWorld) =>
  verdictsOf(planImport(importFactsOf(world, document)).things);

describe("a second run", () => {
  const title = (text: string) => moveDocumentOf({ components: [foreignComponent("1", { name: text })] });
  const worldAfter = (change: (world: ImportWorld) => void) => {
    const world = emptyImportWorld();
    const next = worldAfterImport(world, importFactsOf(world, title("API")));
    change(next);
    return next;
  };
  const key = "component:made/component/1";
  const edit = (world: ImportWorld) => {
    const thing = world.things[key];
    if (thing) thing.version += 1;
  };
  const remove = (world: ImportWorld) => {
    delete world.things[key];
  };

  test.each([
    ["nothing new", "API", () => {}, "same"],
    ["nothing new, edited here", "API", edit, "same"],
    ["renamed there", "API 2", () => {}, "change"],
    ["renamed there, edited here", "API 2", edit, "keep edited_here"],
    ["renamed there, deleted here", "API 2", remove, "keep deleted_here"],
  ])("%s", (_, name, change, expected) => {
    expect(planVerdictsOf(title(name), worldAfter(change))).toEqual([`component:1 ${expected}`]);
  });

  test("what was joined is never overwritten", () => {
    const world = emptyImportWorld([worldThing("component", "own", "API")]);
    const facts = importFactsOf(world, title("API"), { conflicts: new Map([["component:1", "join"]]) });
    const joined = worldAfterImport(world, facts);
    expect(planVerdictsOf(title("API"), joined)).toEqual(["component:1 same"]);
    expect(planVerdictsOf(title("API 2"), joined)).toEqual(["component:1 keep was_here_before"]);
  });

  test("another origin knows nothing of it", () => {
    const document = { ...title("API"), origin: "cachet" };
    const others = worldAfter(() => {});
    expect(planVerdictsOf(document, others)).toEqual(["component:1 conflict name_here"]);
  });

  test("a component that is ticked later comes, and its incident with it", () => {
    const components = ["1", "2"].map((id) => ({ componentId: id, status: "major_outage" }));
    const document = moveDocumentOf({
      components: [foreignComponent("1"), foreignComponent("2")],
      incidents: [foreignIncident("i", { components })],
    });
    const world = emptyImportWorld();
    const facts = importFactsOf(world, document, { untickedThings: new Set(["component:2"]) });
    expect(planVerdictsOf(document, worldAfterImport(world, facts))).toEqual([
      "component:1 same",
      "component:2 make",
      "incident:i change",
    ]);
  });

  test("of the same document changes nothing, whatever was chosen", () => {
    fc.assert(
      fc.property(documentsWithChoices, ({ document, choices, strangers }) => {
        const world = emptyImportWorld(strangers, 120);
        const facts = decidedImportFacts(importFactsOf(world, document, choices));
        const first = planImport(facts).things.map(({ verdict }) => (verdict === "left_out" ? verdict : "same"));
        const next = importFactsOf(worldAfterImport(world, facts), document, facts.choices);
        expect(planImport(next).things.map(({ verdict }) => verdict)).toEqual(first);
      }),
    );
  });

  test("with other content leaves what a person edited", () => {
    fc.assert(
      fc.property(moveDocuments, moveDocuments, fc.func(fc.boolean()), (document, later, isEdited) => {
        const world = emptyImportWorld();
        const edited = worldAfterImport(world, importFactsOf(world, document));
        for (const [key, thing] of Object.entries(edited.things)) if (isEdited(key)) thing.version += 1;
        const after = worldAfterImport(edited, importFactsOf(edited, later), "second");
        for (const [key, thing] of Object.entries(edited.things)) {
          if (isEdited(key)) expect(after.things[key]).toEqual(thing);
        }
      }),
    );
  });
});
