import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Refusal } from "~/failures/refusal";
import type { AlertSeverity } from "~/status/severity";

/** A channel by which the team is notified. */
export const channelTable = sqliteTable(
  "channel",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    kind: text().notNull(),
    name: text().notNull(),
    settingsSealed: text().notNull(),
    /** Kinds of team notices that it receives (notifications/rules/notice). */
    events: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Lowest severity of alerts that it receives; null = all. */
    minimumSeverity: text().$type<AlertSeverity>(),
    /** Components whose notices it receives, together with notices about no component; empty = all notices. */
    componentIds: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** Times of day in the page's zone between which nothing is sent; "" = none. */
    quietFrom: text().notNull().default(""),
    quietUntil: text().notNull().default(""),
    /** Time when a person paused it or the receiver said that it is gone; `disabledReason` then gives the reason. */
    disabledAt: integer(),
    disabledReason: text().$type<Refusal>(),
    /** Earliest time for the next call, of any message, as requested by the receiver. */
    retryAt: integer(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("channel_page").on(t.pageId)],
);

export interface ChannelAttempt {
  at: number;
  /** HTTP status; null when there was no answer. */
  status: number | null;
  /** The receiver's response or the reason why there was none, at most 300 characters. */
  answer: Refusal;
  milliseconds: number;
}

/** The delivery of one notice to one channel, with every attempt. */
export const channelDeliveryTable = sqliteTable(
  "channel_delivery",
  {
    channelId: text().notNull(),
    noticeId: text().notNull(),
    pageId: text().notNull(),
    /** `overtaken`: a newer message about the same subject was sent instead. */
    state: text().$type<"due" | "sent" | "dead" | "overtaken">().notNull(),
    attempt: integer().notNull().default(0),
    attempts: text({ mode: "json" }).$type<ChannelAttempt[]>().notNull(),
    /** Number of the message's calls that have arrived. */
    callsDone: integer().notNull().default(0),
    dueAt: integer(),
    leaseUntil: integer().notNull().default(0),
    leaseToken: text().notNull().default(""),
    createdAt: integer().notNull(),
    doneAt: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.noticeId] }),
    index("channel_delivery_waiting").on(t.channelId, t.dueAt).where(sql`due_at IS NOT NULL`),
  ],
);

/** The receiver's name for the thread of a subject, such as a message id; its loss does no harm. */
export const channelThreadTable = sqliteTable(
  "channel_thread",
  {
    channelId: text().notNull(),
    subjectId: text().notNull(),
    pageId: text().notNull(),
    /** At most 200 bytes; the format depends on the kind of channel. */
    state: text().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.channelId, t.subjectId] })],
);
