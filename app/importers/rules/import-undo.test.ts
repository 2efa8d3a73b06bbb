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
  undoOf,
  worldAfterImport,
  worldAfterUndo,
  worldThing,
} from "../../../tests/support/import-world";
import { planImportUndo } from "./import-undo";

const document = moveDocumentOf({
  groups: [{ id: "g", name: "Group" }],
  components: [foreignComponent("1", { groupId: "g", name: "API" }), foreignComponent("2")],
  incidents: [foreignIncident("i", { components: [{ componentId: "2", status: "major_outage" }] })],
});
const made = (noun: string, id: string) => `${noun}:made/${noun}/${id}`;

function imported(change: (world: ImportWorld) => void = () => {}): ImportWorld {
  const world = emptyImportWorld();
  const after = worldAfterImport(world, importFactsOf(world, document));
  change(after);
  return after;
}

const edit = (key: string) => (world: ImportWorld) => {
  const thing = world.things[key];
  if (thing) thing.version += 1;
};

const outcome = (world: ImportWorld, importId = "first") => {
  const undo = undoOf(world, importId);
  return {
    takenBack: undo.takenBack.map(({ noun, ourId }) => `${noun}:${ourId}`),
    left: undo.left.map(({ noun, ourId, reason }) => `${noun}:${ourId} ${reason}`),
    forgotten: undo.forgotten.length,
  };
};

describe("an undo", () => {
  test("takes back everything that nobody touched, what names others first", () => {
    expect(outcome(imported())).toEqual({
      takenBack: [made("incident", "i"), made("component", "1"), made("component", "2"), made("group", "g")],
      left: [],
      forgotten: 4,
    });
  });

  test("leaves what was edited and what that names", () => {
    expect(outcome(imported(edit(made("incident", "i"))))).toEqual({
      takenBack: [made("component", "1"), made("group", "g")],
      left: [`${made("incident", "i")} edited_here`, `${made("component", "2")} in_use`],
      forgotten: 2,
    });
  });

  test("leaves what a thing of this page names by now", () => {
    const world = imported((after) => {
      const own = worldThing("maintenance", "own", "Ours");
      own.names = [{ noun: "component", ourId: "made/component/1" }];
      after.things["maintenance:own"] = own;
    });
    expect(outcome(world).left).toEqual([`${made("component", "1")} in_use`, `${made("group", "g")} in_use`]);
  });

  test("forgets what was deleted here, and what was joined without touching it", () => {
    const gone = imported((after) => {
      delete after.things[made("incident", "i")];
    });
    expect(outcome(gone)).toMatchObject({ left: [], forgotten: 4 });
    const world = emptyImportWorld([worldThing("component", "own", "API")]);
    const facts = importFactsOf(world, document, { conflicts: new Map([["component:1", "join"]]) });
    const joined = worldAfterImport(world, facts);
    expect(outcome(joined).left).toEqual(["component:own was_here_before"]);
    expect(worldAfterUndo(joined)).toEqual(world);
  });

  test("of a later run takes back what that run made, and leaves what it changed", () => {
    const [first, second] = document.components;
    if (!first || !second) throw new Error("two components");
    const components = [{ ...first, name: "API 2" }, second, { ...second, id: "3" }];
    const world = imported();
    const later = worldAfterImport(world, importFactsOf(world, { ...document, components }), "second");
    expect(outcome(later, "second")).toEqual({
      takenBack: [made("component", "3")],
      left: [`${made("component", "1")} changed_only`],
      forgotten: 1,
    });
    expect(outcome(later).takenBack).toHaveLength(4);
  });

  test("leaves a subscriber who ended the subscription here, and the page’s settings", () => {
    const subscriber = { id: "s1", address: "ann@example.com", hasChangedSince: true };
    const row = { origin: "kuma", kind: "page" as const, theirId: "p", ourId: "page", hash: "", version: 2 };
    const undo = planImportUndo({
      importId: "first",
      foreignIds: [{ ...row, importId: "first", isMade: false, changedByImportId: null }],
      here: [{ noun: "page", id: "page", name: "Ours", version: 2, namedBy: [] }],
      subscribers: [subscriber, { ...subscriber, id: "s2", hasChangedSince: false }],
    });
    expect(undo.takenBack).toEqual([{ noun: "subscriber", ourId: "s2" }]);
    expect(undo.left.map(({ ourId, reason }) => [ourId, reason])).toEqual([
      ["s1", "used_since"],
      ["page", "settings_stay"],
    ]);
  });
});

test("an undo of what nobody touched restores what was before", () => {
  fc.assert(
    fc.property(documentsWithChoices, ({ document: any, choices, strangers }) => {
      const world = emptyImportWorld(strangers);
      const facts = decidedImportFacts(importFactsOf(world, any, choices));
      expect(worldAfterUndo(worldAfterImport(world, facts))).toEqual(world);
    }),
  );
});

test("an undo never takes what was edited or is still named, and takes all the rest", () => {
  fc.assert(
    fc.property(moveDocuments, fc.func(fc.boolean()), (any, isEdited) => {
      const world = emptyImportWorld();
      const after = worldAfterImport(world, importFactsOf(world, any));
      for (const [key, thing] of Object.entries(after.things)) if (isEdited(key)) thing.version += 1;
      const undone = worldAfterUndo(after);
      const staying = new Set(Object.keys(after.things).filter((key) => key === "page:page" || isEdited(key)));
      for (const key of [...staying]) addNamed(after, key, staying);
      expect(new Set(Object.keys(undone.things))).toEqual(staying);
    }),
  );
});

/** Adds what a thing that stays names, and what that names. */
function addNamed(world: ImportWorld, key: string, staying: Set<string>): void {
  for (const { noun, ourId } of world.things[key]?.names ?? []) {
    staying.add(`${noun}:${ourId}`);
    addNamed(world, `${noun}:${ourId}`, staying);
  }
}
