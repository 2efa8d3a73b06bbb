import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { ExistingThing } from "../rules/import-facts";
import type { ExistingThingReference } from "../rules/import-undo";
import type { MoveThing, ThingReference } from "../rules/move-things";
import type { MovedNoun } from "../rules/moved-nouns";
import type { PlannedImportThing } from "../rules/planned-thing";
import type { ImportStepEntry } from "../rules/step-costs";

/** The import on whose behalf a step writes. */
export interface ImportWriteFacts {
  pageId: string;
  importId: string;
  /** Name of the origin, such as `statuspage`. */
  origin: string;
  /** The page's time zone. */
  timeZone: string;
  /** The page's language. */
  language: string;
  /**
   * `createdAt` of the import's job, UTC ms: rows that are made have it as `createdAt`, whichever step writes them, and
   * rows that are made or changed as `updatedAt`.
   */
  startedAt: number;
  /** Returns our id of a group or component that a thing names; null = it does not come. */
  idOf: (reference: ThingReference) => string | null;
  /**
   * Returns an id that is always the same for the same thing and name, so that a repeated step writes the same rows;
   * for rows beside the thing's own, such as updates.
   */
  derivedId: (ourId: string, name: string) => string;
}

/** A thing that a step makes or changes. */
export interface WrittenImportThing<Noun extends MovedNoun = MovedNoun> extends ImportStepEntry {
  thing: Extract<MoveThing, { noun: Noun }>["thing"];
}

/** A thing here that an undo may take back, with what names it. */
export interface RemovableImportThing extends ExistingThing {
  namedBy: readonly ExistingThingReference[];
}

/**
 * All that an import does with the things of one noun. Rows are written in one statement per table for all things of
 * a step (`insertRowsStatements`), with ON CONFLICT DO NOTHING where a step may be repeated.
 */
export interface ImportNounWriter<Noun extends MovedNoun = MovedNoun> {
  noun: Noun;
  /** Most statements that `write` returns for any number of things. */
  statements: number;
  /** Rows that a thing without its updates writes at most, indexes included. */
  rows: (planned: PlannedImportThing) => number;
  /** Rows of one update, indexes included; 0 for nouns without updates. */
  rowsPerUpdate: number;
  /**
   * Reads the page's things with their versions: all of a noun with few things; of incidents and maintenance only those
   * with these ids. A version rises when a person edits, and not when a monitor or the clock does.
   */
  readHere: (ctx: Ctx, pageId: string, ids: readonly string[]) => Promise<ExistingThing[]>;
  /** Returns the statements that make or change these things; `change` raises the version by one. */
  write: (ctx: Ctx, facts: ImportWriteFacts, things: readonly WrittenImportThing<Noun>[]) => Promise<SqlStatement[]>;
  /** Reads things that an undo may take back; those that are gone are left out. */
  readRemovable: (ctx: Ctx, pageId: string, ids: readonly string[]) => Promise<RemovableImportThing[]>;
  /**
   * Returns the statements that delete these things with all rows that belong to them alone. Each removes only rows of
   * the version that was read.
   */
  remove: (ctx: Ctx, pageId: string, things: readonly RemovableImportThing[]) => Promise<SqlStatement[]>;
}
