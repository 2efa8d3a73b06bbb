import type { MovedNoun } from "../rules/moved-nouns";

/**
 * Phases of an undo, from the last noun to the first; the place's part is the number of a phase. Days of the past are put back when nothing of the import
 * speaks about them any more, and while it is still known which components they belong to. A further noun goes first, so that an undo
 * which an upgrade interrupts repeats a phase rather than passing one over.
 */
export const importUndoPhases = [
  "channel",
  "maintenance_series",
  "subscriber",
  "template",
  "maintenance",
  "incident",
  "heartbeat",
  "monitor",
  "days",
  "component",
  "group",
  "page",
] as const satisfies readonly (MovedNoun | "days")[];

export type ImportUndoPhase = (typeof importUndoPhases)[number];
