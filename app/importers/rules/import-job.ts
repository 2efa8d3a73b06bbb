import type { ImportNounCounts } from "./import-counts";
import type { ImportChoices, ImportConflictChoice } from "./import-facts";
import type { LaterMovedNoun, MovedNoun } from "./moved-nouns";

/**
 * `uploading`: a program sends parts of a document. `reading`: files or an API are read. `planning`: the plan is made,
 * part by part. `preview`: a person looks and chooses. Then `applying`, `applied`, `undoing`, `undone`. `failed`: the
 * origin was refused, or its answer was; `canceled`: a person stopped it before anything was written.
 */
export const importStates = [
  "uploading",
  "reading",
  "planning",
  "preview",
  "applying",
  "applied",
  "undoing",
  "undone",
  "failed",
  "canceled",
] as const;
export type ImportState = (typeof importStates)[number];

/** States in which a job works on its page; only one job of a page is in one of them. */
export const busyImportStates = ["uploading", "reading", "planning", "preview", "applying", "undoing"] as const;

/** States in which the clock goes on with a job. */
export const runningImportStates = ["reading", "planning", "applying", "undoing"] as const;

/** Place where a phase goes on: a part of the document, and a step within it; `cursor` is a phase's own. */
export interface ImportPlace {
  part: number;
  step: number;
  /** `things` = parts are written; `days` = days of the past are counted; `end` = the last commit. */
  stage: "things" | "days" | "end";
  cursor: string;
}

export const firstImportPlace: ImportPlace = { part: 0, step: 0, stage: "things", cursor: "" };

/** A refusal in words that people read: English, names file, line, path or thing, and says what to do. */
export interface ImportRefusal {
  code: string;
  message: string;
}

/** Figures of a job; one that was planned before an upgrade lacks the nouns that it brought. */
export type ImportCountsByNoun = Record<Exclude<MovedNoun, LaterMovedNoun>, ImportNounCounts> &
  Partial<Record<LaterMovedNoun, ImportNounCounts>>;

/** Choices as they are stored. */
export interface StoredImportChoices {
  untickedNouns: MovedNoun[];
  untickedThings: string[];
  conflicts: Record<string, ImportConflictChoice>;
  handKeptStartMs: number | null;
  timeZone: string | null;
}

export const noStoredImportChoices: StoredImportChoices = {
  untickedNouns: [],
  untickedThings: [],
  conflicts: {},
  handKeptStartMs: null,
  timeZone: null,
};

/** Returns stored choices as the plan reads them. */
export const importChoicesOf = (stored: StoredImportChoices): ImportChoices => ({
  untickedNouns: new Set(stored.untickedNouns),
  untickedThings: new Set(stored.untickedThings),
  conflicts: new Map(Object.entries(stored.conflicts)),
  handKeptStartMs: stored.handKeptStartMs,
  timeZone: stored.timeZone,
});

/** Days for which an import can be undone. */
export const importUndoDays = 30;
