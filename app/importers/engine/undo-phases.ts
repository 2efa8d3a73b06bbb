import type { TrackedNoun } from "../rules/foreign-ids";

/**
 * Phases of an undo, from the last noun to the first. Days of the past are put back when nothing of the import
 * speaks about them any more, and while it is still known which components they belong to.
 */
export const undoPhases = [
  "template",
  "maintenance",
  "incident",
  "heartbeat",
  "monitor",
  "days",
  "component",
  "group",
  "page",
] as const satisfies readonly (TrackedNoun | "days")[];

export type UndoPhase = (typeof undoPhases)[number];
