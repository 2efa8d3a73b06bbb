import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Refusal } from "~/failures/refusal";
import type { SubscriberState, SubscriptionScope } from "~/subscribers/rules/subscriber";

/**
 * An outside person or endpoint that asked for updates. One row per address and standing scope (the page or some
 * components), and one more for each single incident (`incidentId`). Expansion walks the primary key of a page.
 */
export const subscriberTable = sqliteTable(
  "subscriber",
  {
    pageId: text().notNull(),
    id: text().notNull(),
    kind: text().notNull().default("email"),
    /**
     * Address; null once erased. For subscribers who are not notified by email, an identifier that gives no access:
     * `<kind>:<hash>`.
     */
    address: text(),
    /** Settings of such a subscriber's kind of channel, sealed. */
    targetSealed: text(),
    scope: text().$type<SubscriptionScope>().notNull(),
    /** Components of scope `components`; a group stands for its components at the time of the notification. */
    componentIds: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Incident of scope `incident`; empty otherwise. */
    incidentId: text().notNull().default(""),
    state: text().$type<SubscriberState>().notNull(),
    language: text().notNull(),
    timeZone: text().notNull(),
    /** Generation of the links that every email repeats: + 1 revokes them all. */
    generation: integer().notNull().default(0),
    /** Times of the last three confirmation emails. */
    confirmationsAt: text({ mode: "json" }).$type<number[]>().notNull(),
    confirmedAt: integer(),
    /** Origin from which an import brought them with their consent, such as `statuspage`; null = they came here. */
    importedFrom: text(),
    /** Time of an import's confirmation request, planned or sent; null = not imported. */
    askedAt: integer(),
    unsubscribedAt: integer(),
    quarantinedAt: integer(),
    quarantineReason: text().$type<Refusal>(),
    /** Failed attempts in a row, the time of the first, and its notice. */
    failures: integer().notNull().default(0),
    failingSince: integer(),
    failingNoticeId: text(),
    /** Earliest time for the next call, as requested by the receiver; null = never requested. */
    retryAt: integer(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.pageId, t.id] }),
    uniqueIndex("subscriber_address").on(t.address, t.pageId, t.kind, t.incidentId),
    index("subscriber_way").on(t.pageId, t.kind, t.id).where(sql`kind <> 'email' AND state = 'active'`),
    index("subscriber_asked").on(t.pageId, t.askedAt).where(sql`asked_at IS NOT NULL`),
    index("subscriber_idle").on(t.updatedAt).where(sql`state IN ('pending', 'unsubscribed')`),
  ],
);

/**
 * Ids of bouncing subscribers, written when the batches that name them are removed: they are found by this list when
 * their own time is over, and a bounce writes no index row.
 */
export const quarantineListTable = sqliteTable(
  "quarantine_list",
  {
    dueAt: integer().notNull(),
    pageId: text().notNull(),
    /** The first of the batches, or the id of another report of them. */
    id: text().notNull(),
    subscriberIds: text({ mode: "json" }).$type<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.dueAt, t.pageId, t.id] })],
);
