import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** View status page: one row per page, audience and part. Counters before the body, so that looking at them is cheap. */
export const snapshot = sqliteTable(
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
    /** Since when more is wanted than built; of no meaning while all is built. */
    askedAt: integer().notNull().default(0),
    /** Not taken before then: what could not run is moved back, and `dueAt` stays. */
    notBefore: integer().notNull().default(0),
    /** How often it could not run since it last did, and why the last time. */
    tries: integer().notNull().default(0),
    reason: text(),
    /** Since when the page is not up to date, because work of it has been due for more than two minutes; null = it is. */
    behindSince: integer(),
    /** Revision of the copy outside the database, and when that was written. */
    copied: integer().notNull().default(0),
    copiedAt: integer().notNull().default(0),
    body: text(),
    /** Of `home`: a digest of what the page says, and since when it says that; "" and 0 where an older version wrote it. */
    saidDigest: text().notNull().default(""),
    saidAt: integer().notNull().default(0),
    /** Of `home`: what the rows of the open day that begins at `foldFrom` come to, up to those recorded at `foldTo`. */
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
export const guard = sqliteTable("guard", { lost: text() }, (_) => [check("lost_race", sql`lost IS NULL`)]);

/** Append-only; the primary key is the commit's own id, so that a commit done twice is found out. */
export const auditEntry = sqliteTable(
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
