import { dayMs } from "~/time/durations";
import { moveThingKey } from "./foreign-ids";
import type { ImportConflictChoice } from "./import-facts";
import type { ImportCountsByNoun, ImportRefusal, ImportState, StoredImportChoices } from "./import-job";
import { importUndoDays } from "./import-job";
import type { UndoLeftThing } from "./import-undo";
import type { MoveNote } from "./move-document";
import { type MovedNoun, movedNouns } from "./moved-nouns";
import type { ImportPlanReason, ImportPlanVerdict, PlannedImportThing } from "./planned-thing";
import { importReadingStateOf } from "./reading-state";
import type { UptimeComparison } from "./uptime-comparison";

/** An import as people see it: nothing of its settings, files and document besides notes and figures. */
export interface ImportView {
  id: string;
  origin: string;
  originTitle: string;
  /** URL that is read, without user and query; empty where files are read. */
  url: string;
  state: ImportState;
  counts: ImportCountsByNoun | null;
  /** Parts of the document so far. */
  parts: number;
  /** Things that the present phase has done. */
  done: number;
  /** Things that the present phase has to do; null while that is not known. */
  total: number | null;
  refusal: ImportRefusal | null;
  /** Notes of the reader: questions first, at most 200; empty in a list. */
  notes: readonly MoveNote[];
  notesCount: number;
  /** Uptime of at most five new components after the import, beside what the origin says. */
  uptimes: readonly UptimeComparison[];
  /** Things for which a person has to choose before it can be applied. */
  openConflicts: number;
  createdAt: number;
  appliedAt: number | null;
  takenOverAt: number | null;
  undoneAt: number | null;
  /** Time until which it can be undone; null = it cannot. */
  undoUntil: number | null;
  undoLeft: readonly UndoLeftThing[];
  undoLeftCount: number;
  /** Heartbeats of this import that wait for their first ping here; 0 in a list. */
  waitingHeartbeats: number;
  /** Monitors of this import that notify nobody before they are taken over; 0 in a list. */
  silentMonitors: number;
  /** Channels of this import that are off before it is taken over; 0 in a list. */
  silentChannels: number;
  /** Failed tries of the present step, and what the last one said; 0 and null while it goes well. */
  tries: number;
  reason: string | null;
  /** Time at which it continues; null = it waits for a person, or is over. */
  dueAt: number | null;
  /** Days over which its rows are written, as a day of the Free plan has a limit; null = it is not known, or is one. */
  daysNeeded: number | null;
  /** Choices so far. */
  choices: StoredImportChoices;
  version: number;
}

/** A thing of the preview. */
export interface ImportThingView {
  noun: MovedNoun;
  theirId: string;
  name: string;
  verdict: ImportPlanVerdict;
  reasons: readonly ImportPlanReason[];
  /** False = a person unticked it, or its noun. */
  isTicked: boolean;
  /** Choice so far where a thing of that name is here; null = none. */
  conflict: ImportConflictChoice | null;
}

/** Place of a list of things that is read by pages: a part of the document, and the number of its first thing there. */
export interface ImportThingsPlace {
  part: number;
  from: number;
}

export interface ListedImportThings {
  things: readonly ImportThingView[];
  /** Null = these were the last. */
  next: ImportThingsPlace | null;
}

const sumOf = (counts: ImportCountsByNoun | null, verdicts: readonly ImportPlanVerdict[]): number | null =>
  counts &&
  movedNouns.reduce(
    (sum, noun) => sum + verdicts.reduce((own, each) => own + (counts[noun]?.verdicts[each] ?? 0), 0),
    0,
  );

/** Returns the things that the present phase has to do, where that is known. */
function totalOf(state: ImportState, counts: ImportCountsByNoun | null): number | null {
  if (state === "applying" || state === "applied") return sumOf(counts, ["make", "change", "keep", "join"]);
  if (state === "undoing") return sumOf(counts, ["make"]);
  return null;
}

/** Columns of a job that a view shows. */
interface ShownJob {
  id: string;
  origin: string;
  url: string;
  state: ImportState;
  counts: ImportCountsByNoun | null;
  readState: Record<string, unknown> | null;
  parts: number;
  done: number;
  refusal: ImportRefusal | null;
  choices: StoredImportChoices;
  undoLeft: UndoLeftThing[] | null;
  undoLeftCount: number;
  dueAt: number | null;
  tries: number;
  reason: string | null;
  createdAt: number;
  appliedAt: number | null;
  takenOverAt: number | null;
  undoneAt: number | null;
  version: number;
}

/** Facts of a view that the job’s row does not hold. */
type ImportViewFacts = Pick<
  ImportView,
  "originTitle" | "notes" | "notesCount" | "waitingHeartbeats" | "silentMonitors" | "silentChannels" | "daysNeeded"
>;

/** Returns a job as people see it. */
export function importViewOf(job: ShownJob, facts: ImportViewFacts): ImportView {
  const { id, origin, url, state, counts, parts, done, refusal, choices, createdAt, takenOverAt, undoneAt } = job;
  const { appliedAt, undoLeft, undoLeftCount, dueAt, tries, reason, version } = job;
  const isApplied = state === "applied";
  const isOver = isApplied || state === "undone";
  return {
    ...facts,
    id,
    origin,
    url,
    state,
    counts,
    parts,
    done,
    refusal,
    choices,
    createdAt,
    appliedAt,
    takenOverAt,
    undoneAt,
    total: totalOf(state, counts),
    uptimes: counts === null ? [] : importReadingStateOf(job.readState).uptimes,
    openConflicts: sumOf(counts, ["conflict"]) ?? 0,
    undoUntil: isApplied && appliedAt !== null ? appliedAt + importUndoDays * dayMs : null,
    undoLeft: undoLeft ?? [],
    undoLeftCount,
    // One that is over is due when it can no longer be undone, or counted, which is no work of it.
    dueAt: isOver ? null : dueAt,
    // The present try counts from its beginning, and has no reason while nothing went wrong.
    tries: reason === null ? 0 : tries,
    reason,
    version,
  };
}

/** True for an import that ended before all of its plan was written. */
export const isIncompleteImport = ({ state, refusal }: Pick<ImportView, "state" | "refusal">): boolean =>
  state === "applied" && refusal !== null;

/** Returns a planned thing as the preview shows it. */
export function importThingViewOf(
  { noun, theirId, name, verdict, reasons }: PlannedImportThing,
  choices: StoredImportChoices,
  unticked: ReadonlySet<string>,
): ImportThingView {
  const key = moveThingKey({ noun, theirId });
  const isTicked = !unticked.has(key) && !choices.untickedNouns.includes(noun);
  return { noun, theirId, name, verdict, reasons, isTicked, conflict: choices.conflicts[key] ?? null };
}
