import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Refusal } from "~/failures/refusal";
import type { Audience, NoticeKind } from "~/notifications/rules/notice";
import type { NoticeOutcome } from "~/notifications/rules/notice-plan";
import type { Way } from "~/notifications/rules/ways";

/**
 * What is to be told, once: unique by kind, subject and sequence. Expanded by `cursor` into batches of round `round`;
 * what failed in a round is frozen into the batches of the next one (docs/data-model.md).
 */
export const notice = sqliteTable(
  "notice",
  {
    id: text().primaryKey(),
    /** Empty for what concerns the deployment and no page. */
    pageId: text().notNull(),
    kind: text().$type<NoticeKind>().notNull(),
    subjectId: text().notNull(),
    sequence: integer().notNull(),
    audience: text().$type<Audience>().notNull(),
    /** Of audience endpoints: the kind by which they are told (notifications/rules/ways); null = all kinds, as it was before. */
    way: text().$type<Way>(),
    scope: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** The snapshot that shows it: it is not sent before that one is built, or 10 s have passed. */
    revision: integer().notNull().default(0),
    /** Who goes first (notifications/rules/notice): a lower lane before a higher one. */
    lane: integer().notNull().default(1),
    /** Since when it is due; null = over. */
    dueAt: integer(),
    /** Not looked at before then: what cannot leave yet is moved back, and `dueAt` stays. */
    notBefore: integer().notNull().default(0),
    /** How often it was moved back because something failed, and why the last time. */
    tries: integer().notNull().default(0),
    reason: text(),
    expiresAt: integer().notNull(),
    outcome: text().$type<NoticeOutcome>(),
    createdAt: integer().notNull(),
    /** 0 = the first sending; each retry of what failed is one round more. */
    round: integer().notNull().default(0),
    /** Key after which expansion goes on; null = this round is expanded. */
    cursor: text().default(""),
    /** Every batch of this round below it is done. */
    low: integer().notNull().default(0),
    /** Number of the next batch of this round. */
    next: integer().notNull().default(0),
    expandedAt: integer(),
    /** Counted when a round ends. */
    recipients: integer().notNull().default(0),
    sent: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Of whom we cannot say whether they were told. */
    unknown: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex("notice_subject").on(t.kind, t.subjectId, t.sequence),
    index("notice_waiting").on(t.lane, t.pageId, t.notBefore).where(sql`due_at IS NOT NULL`),
    index("notice_page").on(t.pageId, t.createdAt),
  ],
);

/** At most 50 recipients who are told together, frozen; bit n of each number stands for recipient n. */
export const batch = sqliteTable(
  "batch",
  {
    noticeId: text().notNull(),
    round: integer().notNull(),
    number: integer().notNull(),
    recipients: text({ mode: "json" }).$type<string[]>().notNull(),
    done: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Handed over at this moment; found so when a lease is lost, they are doubtful. */
    inHand: integer().notNull().default(0),
    /** Perhaps told: sent once more; and those who were doubtful twice, of whom nobody knows. */
    doubtful: integer().notNull().default(0),
    unknown: integer().notNull().default(0),
    /** Why, by recipient, in the mailer's own words: at most 200 characters each. */
    reasons: text({ mode: "json" }).$type<Record<string, string>>(),
    leaseUntil: integer().notNull().default(0),
    leaseToken: text().notNull().default(""),
    doneAt: integer(),
  },
  (t) => [primaryKey({ columns: [t.noticeId, t.round, t.number] })],
);

/** A way in which mail leaves the deployment; tried by position. */
export const mailer = sqliteTable("mailer", {
  id: text().primaryKey(),
  kind: text().notNull(),
  name: text().notNull(),
  position: integer().notNull(),
  settingsSealed: text().notNull(),
  fromAddress: text().notNull(),
  lastSentAt: integer(),
  lastFailedAt: integer(),
  /** What it last answered when it failed, at most 500 characters; never a secret. */
  lastError: text().$type<Refusal>(),
  version: integer().notNull().default(0),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
});
