import fc from "fast-check";
import { expect, test } from "vitest";
import { documentsWithChoices } from "../../../tests/support/import-documents";
import { decidedImportFacts, emptyImportWorld, importCosts, importFactsOf } from "../../../tests/support/import-world";
import { firstImportPlace } from "./import-job";
import { importPlaceAfterPart, importPlaceAfterStep, importStepsStartOf } from "./import-place";
import { planImport } from "./import-plan";
import { planImportSteps } from "./import-steps";
import type { ImportStepEntry } from "./step-costs";

const bounds = fc.record({ statements: fc.integer({ min: 1, max: 12 }), rows: fc.integer({ min: 1, max: 12 }) });

test("step by step, with other bounds at each, all is written once and in order", () => {
  fc.assert(
    fc.property(documentsWithChoices, fc.array(bounds, { minLength: 1, maxLength: 5 }), (given, limits) => {
      const { document, choices, strangers } = given;
      const plan = planImport(decidedImportFacts(importFactsOf(emptyImportWorld(strangers), document, choices)));
      const input = {
        plan,
        document,
        costs: importCosts,
        idOf: (noun: string, theirId: string) => `${noun}/${theirId}`,
      };
      const entries: ImportStepEntry[] = [];
      let place = firstImportPlace;
      for (let turn = 0; ; turn++) {
        const limit = limits[turn % limits.length] as (typeof limits)[number];
        const result = planImportSteps({ ...input, bounds: limit, from: importStepsStartOf(place) });
        if (!result.ok) throw new Error("a conflict is open");
        const [step] = result.steps;
        if (!step) break;
        entries.push(...step.entries);
        place = importPlaceAfterStep(place, plan.things, step.entries);
      }
      const whole = planImportSteps({ ...input, bounds: { statements: 10_000, rows: 10_000 } });
      const expected = whole.ok ? whole.steps.flatMap((step) => step.entries) : [];
      expect(entries.filter(({ isLast }) => isLast).map(({ planned }) => planned)).toEqual(
        expected.map(({ planned }) => planned),
      );
      for (const one of expected) {
        const parts = entries.filter(({ planned }) => planned === one.planned).map(({ updates }) => updates);
        expect(parts[0]?.from).toBe(0);
        expect(parts.at(-1)?.to).toBe(one.updates.to);
        for (const [index, part] of parts.slice(1).entries()) expect(part.from).toBe(parts[index]?.to);
      }
    }),
  );
});

test("after the last part the days of the past are counted", () => {
  expect(importPlaceAfterPart(firstImportPlace, 2)).toEqual({ part: 1, step: 0, stage: "things", cursor: "" });
  expect(importPlaceAfterPart({ ...firstImportPlace, part: 1 }, 2)).toMatchObject({ stage: "days" });
});
