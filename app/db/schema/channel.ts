import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Refusal } from "~/failures/refusal";
import type { AlertSeverity } from "~/status/severity";

/** Where the team is told. */
export const channel = sqliteTable(
  "channel",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    kind: text().notNull(),
    name: text().notNull(),
    settingsSealed: text().notNull(),
    /** Kinds of team notices that it wants (notifications/rules/notice). */
    events: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Alerts below it are not sent; null = all. */
    minimumSeverity: text().$type<AlertSeverity>(),
    /** Only news about these, and what is about none; empty = about all. */
    componentIds: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** Times of day in the page's zone between which nothing is sent; "" = none. */
    quietFrom: text().notNull().default(""),
    quietUntil: text().notNull().default(""),
    /** Set when a person paused it, or its other end said that it is gone; then `disabledReason` says why. */
    disabledAt: integer(),
    disabledReason: text().$type<Refusal>(),
    /** Its other end asked to be called no sooner, by whatever message. */
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
  /** Server response or why it did not, at most 300 characters. */
  answer: Refusal;
  milliseconds: number;
}

/** One notice on its way to one channel, with every attempt. */
export const channelDelivery = sqliteTable(
  "channel_delivery",
  {
    channelId: text().notNull(),
    noticeId: text().notNull(),
    pageId: text().notNull(),
    /** `overtaken`: a newer message of its subject went in its place. */
    state: text().$type<"due" | "sent" | "dead" | "overtaken">().notNull(),
    attempt: integer().notNull().default(0),
    attempts: text({ mode: "json" }).$type<ChannelAttempt[]>().notNull(),
    /** Of the calls that its message takes: those that arrived. */
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

/** What a channel's other side calls the thread of a subject, such as a message's id; lost without harm. */
export const channelThread = sqliteTable(
  "channel_thread",
  {
    channelId: text().notNull(),
    subjectId: text().notNull(),
    pageId: text().notNull(),
    /** At most 200 bytes, by the kind of channel. */
    state: text().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.channelId, t.subjectId] })],
);
