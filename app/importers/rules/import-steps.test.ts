import fc from "fast-check";
import { expect, test } from "vitest";
import {
  documentsWithChoices,
  foreignComponent,
  foreignIncident,
  moveDocumentOf,
  moveDocuments,
} from "../../../tests/support/import-documents";
import {
  applyStepEntry,
  decidedImportFacts,
  emptyImportWorld,
  importCosts,
  importFactsOf,
  importStepsOf,
  worldAfterImport,
  worldThing,
} from "../../../tests/support/import-world";
import { moveThingKey } from "./foreign-ids";
import { planImport } from "./import-plan";
import { planImportSteps } from "./import-steps";

const bounds = fc.record({ statements: fc.integer({ min: 1, max: 12 }), rows: fc.integer({ min: 1, max: 12 }) });
const verdictsThatWrite = ["make", "change", "join", "keep"];

test("an open conflict is answered instead of steps", () => {
  const document = moveDocumentOf({ components: [foreignComponent("1", { name: "API" })] });
  const plan = planImport(importFactsOf(emptyImportWorld([worldThing("component", "own", "API")]), document));
  const input = { plan, document, bounds: { statements: 9, rows: 9 }, costs: importCosts, idOf: () => "new" };
  expect(planImportSteps(input)).toMatchObject({ ok: false, conflicts: [{ theirId: "1" }] });
});

test("a long incident is divided, and its row of ids comes with the first part and is completed by the last", () => {
  const update = { status: "investigating", body: "We look.", shownAt: 1 };
  const incidents = [foreignIncident("i", { updates: Array.from({ length: 7 }, () => update) })];
  const document = moveDocumentOf({ incidents });
  const plan = planImport(importFactsOf(emptyImportWorld(), document));
  const steps = importStepsOf(plan, document, { statements: 10, rows: 5 });
  expect(steps.map(({ rows, statements, entries }) => [rows, statements, entries[0]?.updates])).toEqual([
    [5, 4, { from: 0, to: 3 }],
    [4, 3, { from: 3, to: 6 }],
    [3, 4, { from: 6, to: 7 }],
  ]);
  expect(steps.map(({ entries }) => entries.map(({ isLast }) => isLast))).toEqual([[false], [false], [true]]);
});

test("the page's settings are a step of their own, as later things are dated in its time zone", () => {
  const document = moveDocumentOf({ page: { id: "p", name: "Theirs" }, components: [foreignComponent("1")] });
  const facts = importFactsOf(emptyImportWorld(), document);
  const steps = (isPageFresh: boolean) =>
    importStepsOf(planImport({ ...facts, here: { ...facts.here, isPageFresh } }), document, {
      statements: 10,
      rows: 10,
    }).map(({ entries }) => entries.map(({ planned }) => planned.noun));
  expect(steps(true)).toEqual([["page"], ["component"]]);
  expect(steps(false)).toEqual([["page", "component"]]);
});

test("steps together are the plan, whatever the bounds, and each keeps them", () => {
  fc.assert(
    fc.property(documentsWithChoices, bounds, ({ document, choices, strangers }, limit) => {
      const facts = decidedImportFacts(importFactsOf(emptyImportWorld(strangers), document, choices));
      const plan = planImport(facts);
      const steps = importStepsOf(plan, document, limit);
      const entries = steps.flatMap((step) => step.entries);
      const whole = importStepsOf(plan, document, { statements: 10_000, rows: 10_000 }).flatMap((step) => step.entries);
      const completed = entries.filter(({ isLast }) => isLast).map(({ planned }) => planned);
      expect(completed).toEqual(plan.things.filter(({ verdict }) => verdictsThatWrite.includes(verdict)));
      for (const one of whole) {
        const parts = entries.filter(({ planned }) => planned === one.planned);
        expect(parts[0]?.updates.from).toBe(0);
        expect(parts.at(-1)?.updates.to).toBe(one.updates.to);
        for (const [index, part] of parts.slice(1).entries()) expect(part.updates.from).toBe(parts[index]?.updates.to);
      }
      for (const step of steps.filter((each) => each.entries.length > 1)) {
        expect(step.rows).toBeLessThanOrEqual(limit.rows);
        expect(step.statements).toBeLessThanOrEqual(limit.statements);
      }
      expect(steps.map(({ index }) => index)).toEqual(steps.map((_, index) => index));
    }),
  );
});

test("ids are decided beforehand: each thing has one, in all of its parts", () => {
  fc.assert(
    fc.property(documentsWithChoices, bounds, ({ document, choices, strangers }, limit) => {
      const facts = decidedImportFacts(importFactsOf(emptyImportWorld(strangers), document, choices));
      const ourIds = new Map<string, string>();
      for (const { planned, ourId } of importStepsOf(planImport(facts), document, limit).flatMap((s) => s.entries)) {
        expect(ourIds.get(moveThingKey(planned)) ?? ourId).toBe(ourId);
        ourIds.set(moveThingKey(planned), ourId);
      }
      expect(new Set([...ourIds].map(([key, ourId]) => `${key.split(":")[0]}:${ourId}`)).size).toBe(ourIds.size);
    }),
  );
});

test("killed at any step and resumed, or planned again, it ends equal, in a first run and in a second", () => {
  const runs = fc.record({
    given: documentsWithChoices,
    before: fc.option(moveDocuments),
    limit: bounds,
    kill: fc.nat(),
  });
  fc.assert(
    fc.property(runs, ({ given: { document, choices, strangers }, before, limit, kill }) => {
      const fresh = emptyImportWorld(strangers, 120);
      const world = before
        ? worldAfterImport(fresh, decidedImportFacts(importFactsOf(fresh, before)), "before")
        : fresh;
      const facts = decidedImportFacts(importFactsOf(world, document, choices));
      const whole = worldAfterImport(world, facts, "first", limit);
      const steps = importStepsOf(planImport(facts), document, limit);
      const at = steps.length === 0 ? 0 : kill % steps.length;
      const killed = structuredClone(world);
      const run = (from: number, to: number) => {
        for (const entry of steps.slice(from, to).flatMap((step) => step.entries))
          applyStepEntry(killed, document, "first", entry);
      };
      run(0, at + 1);
      const again = importFactsOf(killed, document, facts.choices);
      expect(worldAfterImport(killed, decidedImportFacts(again), "first", limit)).toEqual(whole);
      // The answer of the step was lost, so it is written a second time.
      run(at, steps.length);
      expect(killed).toEqual(whole);
    }),
  );
});
