import fc from "fast-check";
import { expect, test } from "vitest";
import {
  documentsWithChoices,
  foreignComponent,
  foreignMonitor,
  moveDocumentOf,
} from "../../../tests/support/import-documents";
import { emptyImportWorld, importFactsOf } from "../../../tests/support/import-world";
import { countImportThingsByNoun } from "./import-counts";
import { planImport } from "./import-plan";

const note = (kind: string, noun: string, id: string | null) => ({ kind, noun, id, name: "", field: "f", reason: "r" });

const document = moveDocumentOf({
  components: [foreignComponent("1"), foreignComponent("2"), foreignComponent("3")],
  monitors: [foreignMonitor("1"), foreignMonitor("2", { kind: null })],
  notes: [
    note("approximated", "component", "1"),
    note("question", "component", "1"),
    note("left_out", "component", "2"),
    note("left_out", "component", "gone"),
    note("left_out", "component", "gone"),
    note("left_out", "subscriber", null),
    note("secret_found", "monitor", "1"),
    note("left_out", "other", null),
  ],
});
const facts = importFactsOf(emptyImportWorld(), document, { untickedThings: new Set(["component:3"]) });
const counts = countImportThingsByNoun(planImport(facts), document.notes);

test("each thing counts once: taken, approximated or left out", () => {
  expect(counts.component).toMatchObject({ taken: 1, approximated: 1, leftOut: 2 });
  expect(counts.monitor).toMatchObject({ taken: 1, approximated: 0, leftOut: 1 });
  expect(counts.subscriber).toMatchObject({ taken: 0, approximated: 0, leftOut: 0 });
});

test("fields count as often as their notes, and verdicts by their word", () => {
  expect(counts.component).toMatchObject({ fieldsApproximated: 2, fieldsLeftOut: 3 });
  expect(counts.subscriber.fieldsLeftOut).toBe(1);
  expect(counts.component.verdicts).toMatchObject({ make: 2, left_out: 1, conflict: 0 });
});

test("the figures of all nouns together are the things of the document", () => {
  fc.assert(
    fc.property(documentsWithChoices, ({ document: any, choices, strangers }) => {
      const plan = planImport(importFactsOf(emptyImportWorld(strangers), any, choices));
      for (const [noun, own] of Object.entries(countImportThingsByNoun(plan, []))) {
        const things = plan.things.filter((each) => each.noun === noun).length;
        expect(own.taken + own.leftOut).toBe(things);
        expect(Object.values(own.verdicts).reduce((sum, each) => sum + each, 0)).toBe(things);
      }
    }),
  );
});
