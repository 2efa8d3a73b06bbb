import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * Snapshots of the status page: one row per page, audience and part. Counters come before the body, so that reading
 * them is cheap.
 */
export const snapshotTable = sqliteTable(
  "snapshot",
  {
    slug: text().notNull(),
    audience: text().notNull(),
    part: text().notNull(),
    pageId: text().notNull(),
    host: text(),
    visibility: text().notNull(),
    wanted: integer().notNull().default(0),
    built: integer().notNull().default(0),
    builtAt: integer().notNull().default(0),
    freshUntil: integer().notNull().default(0),
    observedAt: integer().notNull().default(0),
    leaseUntil: integer().notNull().default(0),
    /** Time since which more is wanted than built; meaningless while all is built. */
    askedAt: integer().notNull().default(0),
    /** Earliest time at which it is processed: work that could not run is moved back, while `dueAt` stays. */
    notBefore: integer().notNull().default(0),
    /** Number of failed runs since the last success, and the reason of the last one. */
    tries: integer().notNull().default(0),
    reason: text(),
    /**
     * Time since which the page is out of date, because its work has been due for more than two minutes; null = up to
     * date.
     */
    behindSince: integer(),
    /** Revision of the copy outside the database, and the time when that copy was written. */
    copied: integer().notNull().default(0),
    copiedAt: integer().notNull().default(0),
    body: text(),
    /**
     * On `home`: a digest of the page's content, and the time since which it is valid; "" and 0 where an older version
     * wrote it.
     */
    saidDigest: text().notNull().default(""),
    saidAt: integer().notNull().default(0),
    /** On `home`: the folded rows of the open day that starts at `foldFrom`, up to those recorded at `foldTo`. */
    foldFrom: integer().notNull().default(0),
    foldTo: integer().notNull().default(0),
    fold: text(),
  },
  (t) => [
    primaryKey({ columns: [t.slug, t.audience, t.part] }),
    uniqueIndex("snapshot_host").on(t.host, t.audience, t.part),
    index("snapshot_page").on(t.pageId),
  ],
);

/** Always empty: a lost race breaks the CHECK and rolls the whole batch back (docs/protocols.md, "Commit"). */
export const guardTable = sqliteTable("guard", { lost: text() }, (_) => [check("lost_race", sql`lost IS NULL`)]);

/** Append-only; the primary key is the commit's own id, so that a repeated commit is detected. */
export const auditEntryTable = sqliteTable(
  "audit_entry",
  {
    id: text().primaryKey(),
    pageId: text(),
    at: integer().notNull(),
    actorKind: text().notNull(),
    actorId: text(),
    action: text().notNull(),
    subjectKind: text().notNull(),
    subjectId: text().notNull(),
    before: text({ mode: "json" }).$type<Record<string, unknown>>(),
    after: text({ mode: "json" }).$type<Record<string, unknown>>(),
    requestId: text(),
  },
  (t) => [index("audit_entry_page").on(t.pageId, t.at)],
);
