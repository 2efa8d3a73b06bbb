import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type {
  ConfigurationJobActor,
  ConfigurationJobCounts,
  ConfigurationJobState,
  ConfigurationRefusal,
} from "~/configuration/rules/configuration-job";
import type { ConfiguredNounName } from "~/configuration/rules/configuration-types";

/** A secret of a page that a file names instead of holding it; its value is never shown again. */
export const pageSecretTable = sqliteTable(
  "page_secret",
  {
    pageId: text().notNull(),
    name: text().notNull(),
    sealed: text().notNull(),
    updatedAt: integer().notNull(),
    version: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.name] })],
);

/** A thing of a page that a file describes: the key under which the file knows it, and the fields that it owns. */
export const configuredThingTable = sqliteTable(
  "configured_thing",
  {
    pageId: text().notNull(),
    /** Name of the file. */
    file: text().notNull(),
    noun: text().$type<ConfiguredNounName | "page">().notNull(),
    key: text().notNull(),
    ourId: text().notNull(),
    /** True when the file made it, so that the file may remove it. */
    isMade: integer({ mode: "boolean" }).notNull(),
    /** Field that the file owns → digest of the value that it last set. */
    fields: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.pageId, t.file, t.noun, t.key] }),
    index("configured_thing_ours").on(t.pageId, t.ourId),
  ],
);

/**
 * Part of a job: of its document, or of its plan. Sealed, because both may hold secrets, and deleted when the job is
 * over; a part is at most 600 KB of text.
 */
export const configurationPartTable = sqliteTable(
  "configuration_part",
  {
    configurationJobId: text().notNull(),
    kind: text().$type<"document" | "plan">().notNull(),
    number: integer().notNull(),
    sealed: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.configurationJobId, t.kind, t.number] })],
);

/** One application of a file: a job that runs in steps, each of which makes one change. */
export const configurationJobTable = sqliteTable(
  "configuration_job",
  {
    id: text().primaryKey(),
    /** First page of the file; empty until it is made. */
    pageId: text().notNull(),
    /** Slug in the file → id, of each page that exists. */
    pageIds: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    file: text().notNull(),
    /** Commit or other reference that the sender named. */
    ref: text().notNull().default(""),
    actor: text({ mode: "json" }).$type<ConfigurationJobActor>().notNull(),
    state: text().$type<ConfigurationJobState>().notNull(),
    /** Number of changes, and of those that are behind it. */
    total: integer().notNull(),
    position: integer().notNull().default(0),
    counts: text({ mode: "json" }).$type<ConfigurationJobCounts>().notNull(),
    /** Changes that were refused, at most a hundred. */
    refusals: text({ mode: "json" }).$type<ConfigurationRefusal[]>().notNull(),
    /** Nouns of a page that stopped, each as `slug/noun`. */
    stopped: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Time at which it continues; null = it is over. */
    dueAt: integer(),
    notBefore: integer().notNull().default(0),
    tries: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    endedAt: integer(),
    version: integer().notNull().default(0),
  },
  (t) => [
    index("configuration_job_page").on(t.pageId),
    index("configuration_job_due").on(t.dueAt).where(sql`due_at IS NOT NULL`),
    index("configuration_job_ended").on(t.endedAt).where(sql`ended_at IS NOT NULL`),
  ],
);
