import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Refusal } from "~/failures/refusal";
import type { ContactWay } from "~/notifications/rules/contact-ways";
import type { NoticeAudienceKind, NoticeKind } from "~/notifications/rules/notice";
import type { NoticeOutcome } from "~/notifications/rules/notice-plan";

/**
 * A notification to be sent once: unique by kind, subject and sequence. It is expanded by `cursor` into batches of
 * round `round`; failures of a round are frozen into the batches of the next round (docs/data-model.md).
 */
export const noticeTable = sqliteTable(
  "notice",
  {
    id: text().primaryKey(),
    /** Empty for a notice about the deployment instead of a page. */
    pageId: text().notNull(),
    kind: text().$type<NoticeKind>().notNull(),
    subjectId: text().notNull(),
    sequence: integer().notNull(),
    audience: text().$type<NoticeAudienceKind>().notNull(),
    /**
     * Kind by which endpoints of audience `endpoints` are notified (notifications/rules/contact-ways); null = all kinds, as in
     * older notices.
     */
    way: text().$type<ContactWay>(),
    scope: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** Revision of the snapshot that shows it: it is sent once that snapshot is built, or after 10 s. */
    revision: integer().notNull().default(0),
    /** Priority (notifications/rules/notice): a lower lane is sent before a higher one. */
    lane: integer().notNull().default(1),
    /** Time since which it is due; null = over. */
    dueAt: integer(),
    /** Earliest time at which it is processed: a notice that cannot be sent yet is moved back, while `dueAt` stays. */
    notBefore: integer().notNull().default(0),
    /** Number of times that it was moved back because of a failure, and the reason of the last one. */
    tries: integer().notNull().default(0),
    reason: text(),
    expiresAt: integer().notNull(),
    outcome: text().$type<NoticeOutcome>(),
    createdAt: integer().notNull(),
    /** 0 = the first round; each retry of the failures adds one. */
    round: integer().notNull().default(0),
    /** Key after which expansion continues; null = this round is expanded. */
    cursor: text().default(""),
    /** Number below which every batch of this round is done. */
    low: integer().notNull().default(0),
    /** Number of the next batch of this round. */
    next: integer().notNull().default(0),
    expandedAt: integer(),
    /** Recipients, counted when a round ends. */
    recipients: integer().notNull().default(0),
    sent: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Number of recipients who may or may not have been notified. */
    unknown: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex("notice_subject").on(t.kind, t.subjectId, t.sequence),
    index("notice_waiting").on(t.lane, t.pageId, t.notBefore).where(sql`due_at IS NOT NULL`),
    index("notice_page").on(t.pageId, t.createdAt),
  ],
);

/** At most 50 recipients who are notified together, frozen; bit n of each number stands for recipient n. */
export const noticeBatchTable = sqliteTable(
  "batch",
  {
    noticeId: text().notNull(),
    round: integer().notNull(),
    number: integer().notNull(),
    recipients: text({ mode: "json" }).$type<string[]>().notNull(),
    done: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Recipients being sent to at this moment; when a lease is lost, these become doubtful. */
    inHand: integer().notNull().default(0),
    /** Recipients who may have been notified and are sent to again; `unknown` holds those who were doubtful twice. */
    doubtful: integer().notNull().default(0),
    unknown: integer().notNull().default(0),
    /** Reasons by recipient, in the mailer's own words: at most 200 characters each. */
    reasons: text({ mode: "json" }).$type<Record<string, string>>(),
    leaseUntil: integer().notNull().default(0),
    leaseToken: text().notNull().default(""),
    doneAt: integer(),
  },
  (t) => [primaryKey({ columns: [t.noticeId, t.round, t.number] })],
);

/** A mail service of the deployment; mailers are tried by position. */
export const mailerTable = sqliteTable("mailer", {
  id: text().primaryKey(),
  kind: text().notNull(),
  name: text().notNull(),
  position: integer().notNull(),
  settingsSealed: text().notNull(),
  fromAddress: text().notNull(),
  lastSentAt: integer(),
  lastFailedAt: integer(),
  /** Its last error, at most 500 characters; never a secret. */
  lastError: text().$type<Refusal>(),
  version: integer().notNull().default(0),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
});
