import fc from "fast-check";
import { expect, test } from "vitest";
import { noStoredImportChoices, type StoredImportChoices } from "./import-job";
import {
  areSameImportChoices,
  withImportConflictAnswer,
  withImportNounTicks,
  withImportThingSelection,
} from "./import-selection";

const stored: StoredImportChoices = {
  ...noStoredImportChoices,
  untickedNouns: ["template"],
  untickedThings: ["component:a", "component:z"],
  conflicts: { "component:b": "join", "monitor:m": "skip" },
};

test("saving a page of things keeps the choices of the others", () => {
  const saved = withImportThingSelection(stored, {
    shown: ["component:a", "component:b", "component:c"],
    ticked: new Set(["component:a", "component:b"]),
    conflicts: { "component:b": "", "component:c": "make_another", "monitor:m": "join" },
  });
  expect(saved.untickedThings).toEqual(["component:z", "component:c"]);
  expect(saved.conflicts).toEqual({ "component:c": "make_another", "monitor:m": "skip" });
});

test("one answer is given to all that are asked, and an unknown one to none", () => {
  expect(withImportConflictAnswer(stored, ["group:g"], "skip").conflicts).toEqual({
    ...stored.conflicts,
    "group:g": "skip",
  });
  expect(withImportConflictAnswer(stored, ["group:g"], "burn")).toBe(stored);
});

test("nouns that were not shown stay as they were chosen", () => {
  expect(withImportNounTicks(stored, ["component", "incident"], new Set(["incident"])).untickedNouns).toEqual([
    "component",
    "template",
  ]);
  expect(withImportNounTicks(stored, ["template"], new Set(["template"])).untickedNouns).toEqual([]);
});

const keys = fc.uniqueArray(fc.constantFrom("component:a", "component:b", "incident:c", "monitor:d"));

test("saving what is shown, unchanged, changes nothing", () => {
  fc.assert(
    fc.property(keys, keys, (unticked, shown) => {
      const before = { ...stored, untickedThings: unticked };
      const after = withImportThingSelection(before, {
        shown,
        ticked: new Set(shown.filter((key) => !unticked.includes(key))),
        conflicts: Object.fromEntries(shown.map((key) => [key, before.conflicts[key] ?? ""])),
      });
      expect(areSameImportChoices(before, after)).toBe(true);
    }),
  );
});
