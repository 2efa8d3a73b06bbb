import type { ForeignIdRow } from "./foreign-ids";
import type { ExistingThing } from "./import-facts";
import { type MovedNoun, movedNouns } from "./moved-nouns";

export const importUndoReasonCodes = [
  "edited_here",
  "in_use",
  "was_here_before",
  "changed_only",
  "settings_stay",
  "used_since",
  "failed",
] as const;
/** Reasons why an undo leaves a thing. */
export type ImportUndoReasonCode = (typeof importUndoReasonCodes)[number];

/** Our thing, named by its noun and id here. */
export interface ExistingThingReference {
  noun: MovedNoun;
  ourId: string;
}

/** A thing that is here, with what names it. */
export interface UndoExistingThing extends ExistingThing {
  noun: MovedNoun;
  namedBy: readonly ExistingThingReference[];
}

/** A subscriber that the import added; they have no row in the table of ids. */
export interface UndoSubscriber {
  id: string;
  address: string;
  /** True once they changed or ended their subscription here: it must outlive the undo. */
  hasChangedSince: boolean;
}

export interface ImportUndoFacts {
  importId: string;
  /** All rows of the page that this import wrote or changed. */
  foreignIds: readonly ForeignIdRow[];
  here: readonly UndoExistingThing[];
  subscribers: readonly UndoSubscriber[];
}

export interface UndoLeftThing extends ExistingThingReference {
  name: string;
  reason: ImportUndoReasonCode;
}

export interface ImportUndo {
  /** Things to delete, each before those that it names. */
  takenBack: readonly ExistingThingReference[];
  /** Things that stay, with the reason. */
  left: readonly UndoLeftThing[];
  /** Rows of the table of ids to delete, so that a later import meets these things as new. */
  forgotten: readonly ForeignIdRow[];
}

const hereKey = ({ noun, ourId }: ExistingThingReference): string => `${noun}:${ourId}`;

/** Returns why the thing of a row stays; null = it is taken back. */
function reasonToLeave(
  row: ForeignIdRow,
  here: UndoExistingThing,
  { importId, takenBack }: { importId: string; takenBack: ReadonlySet<string> },
): ImportUndoReasonCode | null {
  if (row.importId !== importId) return "changed_only";
  if (row.kind === "page") return "settings_stay";
  if (!row.isMade) return "was_here_before";
  if (here.version !== row.version) return "edited_here";
  return here.namedBy.every((each) => takenBack.has(hereKey(each))) ? null : "in_use";
}

/** Things that were made and are gone, or were only joined, are forgotten; those that stay with edits are known. */
const isForgotten = (row: ForeignIdRow, importId: string, reason: ImportUndoReasonCode | null): boolean =>
  row.importId === importId && (reason === null || reason === "was_here_before" || reason === "settings_stay");

function subscriberUndo({ id, address, hasChangedSince }: UndoSubscriber): UndoLeftThing | ExistingThingReference {
  const reference: ExistingThingReference = { noun: "subscriber", ourId: id };
  return hasChangedSince ? { ...reference, name: address, reason: "used_since" } : reference;
}

const rowsFromLast = (rows: readonly ForeignIdRow[]): ForeignIdRow[] =>
  [...rows].sort((one, other) => movedNouns.indexOf(other.kind) - movedNouns.indexOf(one.kind));

/**
 * Plans the undo of an import: takes back what it made and nobody touched, from the last noun to the first, so that
 * what is still named by something that stays is left too. A thing that it only changed keeps what came.
 */
export function planImportUndo(facts: ImportUndoFacts): ImportUndo {
  const { importId } = facts;
  const hereByKey = new Map(facts.here.map((each) => [hereKey({ noun: each.noun, ourId: each.id }), each] as const));
  const subscribers = facts.subscribers.map(subscriberUndo);
  const left = subscribers.filter((each): each is UndoLeftThing => "reason" in each);
  const takenBack = subscribers.filter((each) => !("reason" in each));
  const takenKeys = new Set(takenBack.map(hereKey));
  const forgotten: ForeignIdRow[] = [];
  for (const row of rowsFromLast(facts.foreignIds)) {
    if (row.importId !== importId && row.changedByImportId !== importId) continue;
    const reference: ExistingThingReference = { noun: row.kind, ourId: row.ourId };
    const here = hereByKey.get(hereKey(reference));
    const reason = here ? reasonToLeave(row, here, { importId, takenBack: takenKeys }) : null;
    if (isForgotten(row, importId, reason)) forgotten.push(row);
    if (!here) continue;
    if (reason === null) {
      takenBack.push(reference);
      takenKeys.add(hereKey(reference));
    } else left.push({ ...reference, name: here.name, reason });
  }
  return { takenBack, left, forgotten };
}
