import { thingKey } from "./foreign-ids";
import { type ImportPlan, openConflicts } from "./import-plan";
import type { MoveDocument, MovedNoun } from "./move-document";
import type { PlannedThing } from "./planned-thing";
import { entryRows, type ImportCosts, type StepAction, type StepBounds, type StepEntry, StepSum } from "./step-costs";

export interface ImportStep {
  /** Number from 0; the job notes the number of the next one in the commit of each. */
  index: number;
  statements: number;
  rows: number;
  entries: readonly StepEntry[];
}

export interface ImportStepsInput {
  plan: ImportPlan;
  document: MoveDocument;
  bounds: StepBounds;
  costs: ImportCosts;
  /** Returns the id of a thing that is made, always the same one for the same thing. */
  idOf: (noun: MovedNoun, theirId: string) => string;
}

export type ImportStepsResult =
  | { ok: true; steps: readonly ImportStep[] }
  /** A person has to choose first. */
  | { ok: false; conflicts: readonly PlannedThing[] };

const actionByVerdict: Partial<Record<PlannedThing["verdict"], StepAction>> = {
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
      const key = thingKey({ noun, theirId: id });
      if (!counts.has(key)) counts.set(key, updates.length);
    }
  };
  add("incident", incidents);
  add("maintenance", maintenances);
  return counts;
}

/** Divides a thing whose updates are more than a step may write; each part also names the thing's own rows. */
function thingEntries(planned: PlannedThing, action: StepAction, count: number, input: ImportStepsInput): StepEntry[] {
  const { bounds, costs } = input;
  const ourId = planned.ourId ?? input.idOf(planned.noun, planned.theirId);
  const whole = { action, planned, ourId, updates: { from: 0, to: action === "note" ? 0 : count }, isLast: true };
  if (entryRows(whole, costs) <= bounds.rows || whole.updates.to < 2) return [whole];
  const free = bounds.rows - entryRows({ ...whole, updates: { from: 0, to: 0 } }, costs);
  const size = Math.max(1, Math.floor(free / costs.rowsPerUpdate));
  return Array.from({ length: Math.ceil(count / size) }, (_, part) => ({
    ...whole,
    updates: { from: part * size, to: Math.min(count, (part + 1) * size) },
    isLast: (part + 1) * size >= count,
  }));
}

function planEntries(input: ImportStepsInput): StepEntry[] {
  const counts = updateCounts(input.document);
  return input.plan.things.flatMap((planned) => {
    const action = actionByVerdict[planned.verdict];
    return action ? thingEntries(planned, action, counts.get(thingKey(planned)) ?? 0, input) : [];
  });
}

/**
 * Divides a plan into steps within bounds, in its order; a single thing that exceeds them is a step of its own. Each
 * step is one commit, so a job that was killed goes on with the step that its record names.
 */
export function importSteps(input: ImportStepsInput): ImportStepsResult {
  const conflicts = openConflicts(input.plan);
  if (conflicts.length > 0) return { ok: false, conflicts };
  const steps: ImportStep[] = [];
  let entries: StepEntry[] = [];
  let sum = new StepSum(input.costs);
  const close = () => {
    if (entries.length > 0) steps.push({ index: steps.length, statements: sum.statements, rows: sum.rows, entries });
    entries = [];
    sum = new StepSum(input.costs);
  };
  for (const entry of planEntries(input)) {
    if (!sum.fits(entry, input.bounds)) close();
    sum.add(entry);
    entries.push(entry);
  }
  close();
  return { ok: true, steps };
}
