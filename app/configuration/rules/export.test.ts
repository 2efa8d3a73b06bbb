import fc from "fast-check";
import { expect, test } from "vitest";
import { everyConfiguredKind, readFile } from "../../../tests/support/configuration";
import { documentOfPage, pagesAfter } from "../../../tests/support/configuration-example";
import { applyToModel, planInModel } from "../../../tests/support/configuration-model";
import { worlds } from "../../../tests/support/configuration-world";
import type { ConfigurationDocument, PresentPage } from "./configuration-types";
import { configuredFieldsOf } from "./configured-fields";
import { type DescribedNoun, nounInFileByName } from "./configured-nouns";
import { areEqualConfiguredValues, toComparableFieldValue } from "./configured-values";
import { configurationFileTextOf } from "./export";

const options = {
  fileName: "world",
  kinds: everyConfiguredKind,
  schemaUrl: "https://status.example.com/schemas/upfront.json",
};

const exported = (world: readonly PresentPage[]) => configurationFileTextOf(world, options);

function documentOf(text: string): ConfigurationDocument {
  const { document, errors } = readFile(text);
  expect(errors).toEqual([]);
  if (!document) throw new Error("A file without errors has a document.");
  return document;
}

test("in random worlds every field of every noun is something else than its default", () => {
  const set = new Set<string>();
  const look = (noun: DescribedNoun, values: PresentPage["values"]) => {
    for (const { name } of configuredFieldsOf(noun)) {
      const isOther = !areEqualConfiguredValues(
        toComparableFieldValue(noun, name, values[name]),
        toComparableFieldValue(noun, name, undefined),
      );
      if (isOther) set.add(`${noun}.${name}`);
    }
  };
  fc.assert(
    fc.property(worlds, (world) => {
      for (const page of world) {
        look("page", page.values);
        for (const { noun, values } of page.things) look(noun, values);
      }
    }),
    { numRuns: 25 },
  );
  const all = (Object.keys(nounInFileByName) as DescribedNoun[]).flatMap((noun) =>
    configuredFieldsOf(noun).map(({ name }) => `${noun}.${name}`),
  );
  expect(all.filter((name) => !set.has(name))).toEqual([]);
});

test("what is exported is here: nothing is changed, only taken over, and then nothing is to do", () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const text = exported(world);
      const document = documentOf(text);
      const plan = planInModel(document, world, { entered: () => false });
      expect(plan.errors).toEqual([]);
      expect(plan.changes.filter(({ action }) => action !== "adopt")).toEqual([]);
      const after = applyToModel(plan, document, world);
      expect(planInModel(document, after, { entered: () => false })).toEqual({ changes: [], errors: [] });
      expect(exported(after)).toBe(text);
    }),
    { numRuns: 25 },
  );
});

test.each([["one group and one component"], ["nothing else"]])("the order stays with the file, also of %s", (what) => {
  const things = ["groups: { core: { name: Core } }", "components: { api: { name: API, group: core } }"];
  const lines = ["name: Example", "order: file", ...(what === "nothing else" ? [] : things)];
  const made = pagesAfter([], documentOfPage(lines, options.fileName));
  const text = exported(made);
  expect(text).toContain("order: file");
  expect(planInModel(documentOf(text), made)).toEqual({ changes: [], errors: [] });
});

test("what is made from a file is exported as the same file", () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const text = exported(world);
      const document = documentOf(text);
      const plan = planInModel(document, []);
      expect(plan.errors).toEqual([]);
      const made = applyToModel(plan, document, []);
      expect(exported(made)).toBe(text);
      expect(planInModel(document, made)).toEqual({ changes: [], errors: [] });
    }),
    { numRuns: 25 },
  );
});
