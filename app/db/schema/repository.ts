import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { FileErrorView, RepositoryReadingState } from "~/configuration/repositories/rules/reading";
import type { ConfigurationJobActor } from "~/configuration/rules/configuration-job";
import type { GitProvider } from "~/configuration/rules/repository-fields";
import type { Refusal } from "~/failures/refusal";

/** A Git repository whose file describes a page: each push to one branch is read and, if it may be, applied. */
export const repositoryTable = sqliteTable(
  "repository",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    version: integer().notNull().default(0),
    provider: text().$type<GitProvider>().notNull(),
    /** Address of the server, such as https://github.com. */
    url: text().notNull(),
    /** Owner and name. */
    path: text().notNull(),
    branch: text().notNull(),
    file: text().notNull(),
    /** False when a person applies each plan. */
    applies: integer({ mode: "boolean" }).notNull().default(true),
    /** True when its file may describe further pages, as far as its maker may change them. */
    otherPages: integer({ mode: "boolean" }).notNull().default(false),
    enabled: integer({ mode: "boolean" }).notNull().default(true),
    /** Secret of the webhook, and the token with the origin that it was entered for. */
    settingsSealed: text().notNull(),
    /** The person or token that saved it last: readings have the rights that these have at that moment. */
    actor: text({ mode: "json" }).$type<ConfigurationJobActor>().notNull(),
    /** Time at which its maker was found without the right; null = it works. */
    stoppedAt: integer(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** Things that left the file and that a person decided to keep, each as `page/noun/key`. */
    kept: text({ mode: "json" }).$type<string[]>().notNull(),
  },
  (t) => [index("repository_page").on(t.pageId)],
);

/** One reading of a repository's file: after a push, or because a person asked for it. It keeps nothing of the file. */
export const repositoryReadingTable = sqliteTable(
  "repository_reading",
  {
    id: text().primaryKey(),
    repositoryId: text().notNull(),
    pageId: text().notNull(),
    /** Id of the webhook's delivery, by which a second one of the same is known. */
    delivery: text().notNull(),
    /** Commit of the push, and once it was read the one that was read; empty = the newest. */
    commitSha: text().notNull().default(""),
    author: text().notNull().default(""),
    title: text().notNull().default(""),
    state: text().$type<RepositoryReadingState>().notNull(),
    /** Reason of a failure, or of the last try. */
    refusal: text().$type<Refusal>(),
    errors: text({ mode: "json" }).$type<FileErrorView[]>().notNull(),
    /** Plan that waits for a person, and what identifies it without and with removals. */
    planText: text().notNull().default(""),
    digest: text(),
    pruneDigest: text(),
    /** Things that left the file, each as `page/noun/key`. */
    leaving: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Job that applies it. */
    jobId: text(),
    /** Time at which it is read; null = it is over, or waits for a person. */
    dueAt: integer(),
    notBefore: integer().notNull().default(0),
    tries: integer().notNull().default(0),
    createdAt: integer().notNull(),
    endedAt: integer(),
    version: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex("repository_reading_delivery").on(t.repositoryId, t.delivery),
    index("repository_reading_newest").on(t.repositoryId, t.id),
    index("repository_reading_page").on(t.pageId),
    index("repository_reading_due").on(t.dueAt).where(sql`due_at IS NOT NULL`),
  ],
);
