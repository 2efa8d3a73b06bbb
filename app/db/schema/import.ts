import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ForeignIdNoun } from "~/importers/rules/foreign-ids";
import type {
  ImportCountsByNoun,
  ImportPlace,
  ImportRefusal,
  ImportState,
  StoredImportChoices,
} from "~/importers/rules/import-job";
import type { UndoLeftThing } from "~/importers/rules/import-undo";

/** One import of a page from another product: a job that runs in steps, each in one commit. */
export const importJobTable = sqliteTable(
  "import_job",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    /** Name of the origin, such as `statuspage`. */
    origin: text().notNull(),
    state: text().$type<ImportState>().notNull(),
    /** Sealed `OriginSettings` (URL, key, zone, choices); null once everything was read, or when a document was sent. */
    settingsSealed: text(),
    /** URL that is read, without user and query, for people; empty where files are read. */
    url: text().notNull().default(""),
    /** JSON of reading and planning between two steps (`ReadingState`), without any key; null = reading has not begun. */
    readState: text({ mode: "json" }).$type<Record<string, unknown>>(),
    choices: text({ mode: "json" }).$type<StoredImportChoices>().notNull(),
    /** Figures of the preview by noun; null until it is planned. */
    counts: text({ mode: "json" }).$type<ImportCountsByNoun>(),
    /** Number of parts of the document so far; part 0 holds all that others name. */
    parts: integer().notNull().default(0),
    /** Place where planning, applying or undoing continues. */
    place: text({ mode: "json" }).$type<ImportPlace>().notNull(),
    /** Things that the last phase has done so far, for people. */
    done: integer().notNull().default(0),
    /** Rows written by applying on this UTC day, so that a day's rows on Free are not exceeded. */
    rowsToday: integer().notNull().default(0),
    rowsDay: text().notNull().default(""),
    /** Set when the origin or the job refused to continue. */
    refusal: text({ mode: "json" }).$type<ImportRefusal>(),
    /** Things that an undo left, at most a hundred, and how many there are. */
    undoLeft: text({ mode: "json" }).$type<UndoLeftThing[]>(),
    undoLeftCount: integer().notNull().default(0),
    /** Time at which it continues; null = it waits for a person, or is over. */
    dueAt: integer(),
    notBefore: integer().notNull().default(0),
    tries: integer().notNull().default(0),
    reason: text(),
    createdBy: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    appliedAt: integer(),
    /** Time when monitors of this import began to notify people. */
    takenOverAt: integer(),
    undoneAt: integer(),
    version: integer().notNull().default(0),
  },
  (t) => [index("import_job_page").on(t.pageId), index("import_job_due").on(t.dueAt).where(sql`due_at IS NOT NULL`)],
);

/**
 * Part of an import: an uploaded file, a part of the move document or of the plan, or the notes that are shown. Sealed,
 * because files and documents hold addresses and secrets; at most 1 MB of text each.
 */
export const importPartTable = sqliteTable(
  "import_part",
  {
    importJobId: text().notNull(),
    kind: text().$type<"upload" | "document" | "plan" | "notes">().notNull(),
    number: integer().notNull(),
    /** Path of an uploaded file; empty otherwise. */
    name: text().notNull().default(""),
    sealed: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importJobId, t.kind, t.number] })],
);

/** The table of ids: a thing of an origin, and ours (docs/decisions/0032-a-neutral-document-and-a-table-of-ids.md). */
export const foreignIdTable = sqliteTable(
  "foreign_id",
  {
    pageId: text().notNull(),
    origin: text().notNull(),
    kind: text().$type<ForeignIdNoun>().notNull(),
    theirId: text().notNull(),
    ourId: text().notNull(),
    hash: text().notNull(),
    /** Version of our thing after the import wrote it; null = the import never wrote it. */
    version: integer(),
    importId: text().notNull(),
    /** False = the thing was here before, and was joined. */
    isMade: integer({ mode: "boolean" }).notNull(),
    changedByImportId: text(),
    /** Path of its page there, such as `/incidents/abc`, which is answered here; null = none. */
    path: text(),
    /** Part after the host in the id of its entry in the page’s Atom feed there; null = it was not in it. */
    feedTag: text(),
  },
  (t) => [
    primaryKey({ columns: [t.pageId, t.origin, t.kind, t.theirId] }),
    index("foreign_id_path").on(t.pageId, t.path).where(sql`path IS NOT NULL`),
    // Documents are published under Statuspage's ids, found by ours; other origins pay nothing for it.
    index("foreign_id_ours").on(t.pageId, t.ourId).where(sql`origin = 'statuspage'`),
  ],
);
