import type { MovedNoun } from "./moved-nouns";
import type { PlannedImportThing } from "./planned-thing";

/** Act of one step on a thing; `note` writes only its row in the table of ids. */
export type ImportStepAction = "make" | "change" | "note";

/** A thing in a step, or a part of one. */
export interface ImportStepEntry {
  action: ImportStepAction;
  planned: PlannedImportThing;
  /** Our id, decided beforehand: a step that is repeated writes the same rows. */
  ourId: string;
  /** Updates of an incident or maintenance that this step writes, from one number up to before the other. */
  updates: { from: number; to: number };
  /** True in the step that completes the thing, which also completes its row in the table of ids. */
  isLast: boolean;
}

/** Costs that one step may have at most. */
export interface ImportStepBounds {
  statements: number;
  rows: number;
}

/** Costs of things when they are written. */
export interface ImportCosts {
  /** Statements for all things of a noun in one step, as each table is written by one. */
  statements: Readonly<Record<MovedNoun, number>>;
  /** Statements and rows for the table of ids. */
  noteStatements: number;
  noteRows: number;
  /** Rows of the thing without its updates. */
  rows: (planned: PlannedImportThing) => number;
  rowsPerUpdate: number;
}

/** True for the first part of a thing that is made: its row of ids comes with it, so that an undo finds it. */
export const isFirstPartOfCreatedObject = ({ action, updates }: Pick<ImportStepEntry, "action" | "updates">): boolean =>
  action === "make" && updates.from === 0;

const isNoted = (entry: ImportStepEntry): boolean =>
  (entry.isLast || isFirstPartOfCreatedObject(entry)) && entry.planned.hash !== null;

/** Returns the rows that a step writes for an entry. */
export function importEntryRowCount(entry: ImportStepEntry, costs: ImportCosts): number {
  const notes = entry.planned.wasAtStatuspage ? 2 : 1;
  const noted = isNoted(entry) ? notes * costs.noteRows : 0;
  if (entry.action === "note") return noted;
  return costs.rows(entry.planned) + (entry.updates.to - entry.updates.from) * costs.rowsPerUpdate + noted;
}

/** One statement guards the versions of all things of a noun that a step changes. */
const guardStatements = 1;

/** Adds up what a step costs, entry by entry. */
export class ImportStepCostSum {
  rows = 0;
  statements = 0;
  private readonly written = new Set<string>();

  constructor(private readonly costs: ImportCosts) {}

  /** Returns the tables that an entry is the first of the step to write, with their statements. */
  private newGroups(entry: ImportStepEntry): [group: string, statements: number][] {
    const { action, planned } = entry;
    const groups: [string, number][] = [];
    const guards = action === "change" ? guardStatements : 0;
    if (action !== "note") groups.push([`${action}:${planned.noun}`, this.costs.statements[planned.noun] + guards]);
    if (isNoted(entry)) groups.push(["note", this.costs.noteStatements]);
    if (isNoted(entry) && planned.wasAtStatuspage) groups.push(["former", this.costs.noteStatements]);
    return groups.filter(([group]) => !this.written.has(group));
  }

  fits(entry: ImportStepEntry, bounds: ImportStepBounds): boolean {
    const added = this.newGroups(entry).reduce((sum, [, statements]) => sum + statements, 0);
    return (
      this.statements + added <= bounds.statements && this.rows + importEntryRowCount(entry, this.costs) <= bounds.rows
    );
  }

  add(entry: ImportStepEntry): void {
    for (const [group, statements] of this.newGroups(entry)) {
      this.written.add(group);
      this.statements += statements;
    }
    this.rows += importEntryRowCount(entry, this.costs);
  }
}
