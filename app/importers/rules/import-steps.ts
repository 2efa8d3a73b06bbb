import { moveThingKey } from "./foreign-ids";
import { type ImportPlan, openImportConflicts } from "./import-plan";
import type { MoveDocument } from "./move-document";
import type { MovedNoun } from "./moved-nouns";
import type { PlannedImportThing } from "./planned-thing";
import {
  type ImportCosts,
  type ImportStepAction,
  type ImportStepBounds,
  ImportStepCostSum,
  type ImportStepEntry,
  importEntryRowCount,
} from "./step-costs";

export interface ImportStep {
  /** Number from 0; the job notes the number of the next one in the commit of each. */
  index: number;
  statements: number;
  rows: number;
  entries: readonly ImportStepEntry[];
}

/** Place where a plan goes on: a thing of it, by its place, and the first of its updates that is not written yet. */
export interface ImportStepsStart {
  thing: number;
  update: number;
}

export interface ImportStepsInput {
  plan: ImportPlan;
  document: MoveDocument;
  bounds: ImportStepBounds;
  costs: ImportCosts;
  /** Returns the id of a thing that is made, always the same one for the same thing. */
  idOf: (noun: MovedNoun, theirId: string) => string;
  /** Absent = the beginning. Bounds and costs may differ from those of earlier steps: nothing is left out or repeated. */
  from?: ImportStepsStart;
}

export type ImportStepsResult =
  | { ok: true; steps: readonly ImportStep[] }
  /** A person has to choose first. */
  | { ok: false; conflicts: readonly PlannedImportThing[] };

const actionByVerdict: Partial<Record<PlannedImportThing["verdict"], ImportStepAction>> = {
  make: "make",
  change: "change",
  join: "note",
  keep: "note",
};

/** Returns how many updates each thing of the document has that has any. */
function updateCounts({ incidents, maintenances }: MoveDocument): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (noun: MovedNoun, things: readonly { id: string; updates: readonly unknown[] }[]) => {
    for (const { id, updates } of things) {
      const key = moveThingKey({ noun, theirId: id });
      if (!counts.has(key)) counts.set(key, updates.length);
    }
  };
  add("incident", incidents);
  add("maintenance", maintenances);
  return counts;
}

/** Divides a thing whose updates are more than a step may write; each part also names the thing's own rows. */
function thingEntries(whole: ImportStepEntry, { bounds, costs }: ImportStepsInput): ImportStepEntry[] {
  const { from, to } = whole.updates;
  if (importEntryRowCount(whole, costs) <= bounds.rows || to - from < 2) return [whole];
  const free = bounds.rows - importEntryRowCount({ ...whole, updates: { from, to: from } }, costs);
  const size = Math.max(1, Math.floor(free / costs.rowsPerUpdate));
  return Array.from({ length: Math.ceil((to - from) / size) }, (_, part) => {
    const end = Math.min(to, from + (part + 1) * size);
    return { ...whole, updates: { from: from + part * size, to: end }, isLast: end === to };
  });
}

function planEntries(input: ImportStepsInput): ImportStepEntry[] {
  const { plan, document, from: start = { thing: 0, update: 0 }, idOf } = input;
  const counts = updateCounts(document);
  return plan.things.slice(start.thing).flatMap((planned, place) => {
    const action = actionByVerdict[planned.verdict];
    if (!action) return [];
    const ourId = planned.ourId ?? idOf(planned.noun, planned.theirId);
    const to = action === "note" ? 0 : (counts.get(moveThingKey(planned)) ?? 0);
    const from = place === 0 ? Math.min(start.update, to) : 0;
    return thingEntries({ action, planned, ourId, updates: { from, to }, isLast: true }, input);
  });
}

/** The page's settings are a step of their own: later things are dated in its time zone. */
const isStepOfItsOwn = (entry: ImportStepEntry | undefined): boolean =>
  entry?.planned.noun === "page" && entry.action !== "note";

/**
 * Divides a plan into steps within bounds, in its order; a single thing that exceeds them is a step of its own. Each
 * step is one commit, so a job that was killed goes on with the step that its record names.
 */
export function planImportSteps(input: ImportStepsInput): ImportStepsResult {
  const conflicts = openImportConflicts(input.plan);
  if (conflicts.length > 0) return { ok: false, conflicts };
  const steps: ImportStep[] = [];
  let entries: ImportStepEntry[] = [];
  let sum = new ImportStepCostSum(input.costs);
  const close = () => {
    if (entries.length > 0) steps.push({ index: steps.length, statements: sum.statements, rows: sum.rows, entries });
    entries = [];
    sum = new ImportStepCostSum(input.costs);
  };
  for (const entry of planEntries(input)) {
    if (isStepOfItsOwn(entries.at(-1)) || !sum.fits(entry, input.bounds)) close();
    sum.add(entry);
    entries.push(entry);
  }
  close();
  return { ok: true, steps };
}
