import { expect, test } from "vitest";
import { foreignIncident, moveDocumentOf } from "../../../tests/support/import-documents";
import type { ForeignIdRow } from "./foreign-ids";
import { moveThings } from "./move-things";
import { type PlannedImportThing, plainThingArrival } from "./planned-thing";
import type { ImportStepAction, ImportStepEntry } from "./step-costs";
import { foreignIdRowAfterStep, importEntryOnFacts, ourIdOfReference } from "./step-entries";

const planned = (noun: PlannedImportThing["noun"] = "incident"): PlannedImportThing => ({
  noun,
  theirId: "i",
  name: "API degraded",
  verdict: "change",
  ourId: "ours",
  hash: "new",
  reasons: [],
  without: [],
  arrival: plainThingArrival,
});
const entry = (action: ImportStepAction, given: Partial<ImportStepEntry> = {}): ImportStepEntry => ({
  action,
  planned: planned(),
  ourId: "ours",
  updates: { from: 0, to: 2 },
  isLast: true,
  ...given,
});
const row = (version: number | null, given: Partial<ForeignIdRow> = {}): ForeignIdRow => ({
  origin: "kuma",
  kind: "incident",
  theirId: "i",
  ourId: "ours",
  hash: "old",
  version,
  importId: "first",
  isMade: true,
  changedByImportId: null,
  ...given,
});
const facts = (known: ForeignIdRow[], version?: number) => ({
  known: new Map(known.map((each) => [`${each.kind}:${each.theirId}`, each])),
  versionOf: () => version,
});
const [thing] = moveThings(moveDocumentOf({ incidents: [foreignIncident("i", { path: "/incidents/i" })] }));
const job = { origin: "kuma", importId: "second" };

test("what a person edited or deleted after the preview is kept", () => {
  expect(importEntryOnFacts(entry("change"), facts([row(3)], 3)).action).toBe("change");
  expect(importEntryOnFacts(entry("change"), facts([row(3)], 4))).toMatchObject({
    action: "note",
    updates: { from: 0, to: 0 },
  });
  expect(importEntryOnFacts(entry("change"), facts([row(3)])).action).toBe("note");
});

test("the page's settings come while nobody has edited them", () => {
  const page = entry("change", { planned: planned("page") });
  expect(importEntryOnFacts(page, facts([], 0)).action).toBe("change");
  expect(importEntryOnFacts(page, facts([], 1)).action).toBe("note");
});

test("a long incident that was deleted between its parts does not come back", () => {
  expect(importEntryOnFacts(entry("make", { updates: { from: 5, to: 9 } }), facts([])).action).toBe("note");
  expect(importEntryOnFacts(entry("make", { updates: { from: 5, to: 9 } }), facts([], 0)).action).toBe("make");
  expect(importEntryOnFacts(entry("make"), facts([])).action).toBe("make");
});

test("the row of ids says who made a thing, in which version, and who changed it", () => {
  if (!thing) throw new Error("it has an incident");
  expect(foreignIdRowAfterStep(entry("make"), thing, job, facts([]))).toMatchObject({
    version: 0,
    importId: "second",
    isMade: true,
    changedByImportId: null,
    hash: "new",
    path: "/incidents/i",
  });
  const changed = { version: 4, importId: "first", isMade: true, changedByImportId: "second", hash: "new" };
  expect(foreignIdRowAfterStep(entry("change"), thing, job, facts([row(3)], 3))).toMatchObject(changed);
  const kept = { version: 3, importId: "first", changedByImportId: null, hash: "new" };
  expect(foreignIdRowAfterStep(entry("note"), thing, job, facts([row(3)], 7))).toMatchObject(kept);
  const joined = { version: null, importId: "second", isMade: false };
  expect(foreignIdRowAfterStep(entry("note"), thing, job, facts([], 7))).toMatchObject(joined);
});

test("what a feed said stays when a later run no longer finds it there", () => {
  const [tagged] = moveThings(moveDocumentOf({ incidents: [foreignIncident("i", { feedTag: "2005:Incident/8" })] }));
  if (!thing || !tagged) throw new Error("they have an incident");
  const known = facts([row(3, { feedTag: "2005:Incident/7" })], 3);
  expect(foreignIdRowAfterStep(entry("change"), thing, job, known)).toMatchObject({ feedTag: "2005:Incident/7" });
  expect(foreignIdRowAfterStep(entry("change"), tagged, job, known)).toMatchObject({ feedTag: "2005:Incident/8" });
  expect(foreignIdRowAfterStep(entry("make"), thing, job, facts([]))).toMatchObject({ feedTag: null });
});

test("the row of ids comes with the first part of a thing, and is completed by the last; a subscriber has none", () => {
  if (!thing) throw new Error("it has an incident");
  const begun = foreignIdRowAfterStep(entry("make", { isLast: false }), thing, job, facts([]));
  expect(begun).toMatchObject({ hash: "", version: 0, isMade: true, importId: "second" });
  const between = entry("make", { isLast: false, updates: { from: 2, to: 4 } });
  expect(foreignIdRowAfterStep(between, thing, job, facts(begun ? [begun] : [], 0))).toBeNull();
  const last = entry("make", { updates: { from: 4, to: 6 } });
  expect(foreignIdRowAfterStep(last, thing, job, facts(begun ? [begun] : [], 0))).toEqual({ ...begun, hash: "new" });
  expect(foreignIdRowAfterStep(entry("change", { isLast: false }), thing, job, facts([row(3)], 3))).toBeNull();
  const subscriber = entry("make", { planned: { ...planned("subscriber"), hash: null } });
  expect(foreignIdRowAfterStep(subscriber, thing, job, facts([]))).toBeNull();
});

test("a name leads to what is here, or to what this step makes", () => {
  const reference = { noun: "incident" as const, theirId: "i" };
  const none = new Map<string, ImportStepEntry>();
  expect(ourIdOfReference(reference, none, facts([row(0)], 0))).toBe("ours");
  expect(ourIdOfReference(reference, none, facts([row(0)]))).toBeNull();
  expect(ourIdOfReference(reference, none, facts([], 0))).toBeNull();
  expect(ourIdOfReference(reference, new Map([["incident:i", entry("make")]]), facts([]))).toBe("ours");
  expect(ourIdOfReference(reference, new Map([["incident:i", entry("note")]]), facts([]))).toBeNull();
});
