import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Refusal } from "~/failures/refusal";
import type { SubscriberState, SubscriptionScope } from "~/subscribers/rules/subscriber";

/**
 * Somebody outside who asked to be told. One row per address and standing scope (the page or some components), and one
 * more for each single incident (`incidentId`). Expansion walks the primary key of a page.
 */
export const subscriber = sqliteTable(
  "subscriber",
  {
    pageId: text().notNull(),
    id: text().notNull(),
    kind: text().notNull().default("email"),
    /** Null once erased. Of who is told elsewhere than by mail what names them and opens nothing: `<kind>:<hash>`. */
    address: text(),
    /** Of those, sealed: what they gave of the settings of their kind of channel. */
    targetSealed: text(),
    scope: text().$type<SubscriptionScope>().notNull(),
    /** Of scope components; a group stands for whatever is in it when something is told. */
    componentIds: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Of scope incident; empty otherwise. */
    incidentId: text().notNull().default(""),
    state: text().$type<SubscriberState>().notNull(),
    language: text().notNull(),
    timeZone: text().notNull(),
    /** Of the links that every mail repeats: + 1 revokes them all. */
    generation: integer().notNull().default(0),
    /** When confirmation mails went out, the last three. */
    confirmationsAt: text({ mode: "json" }).$type<number[]>().notNull(),
    confirmedAt: integer(),
    /** When the mail of an import asks them, or asked; null = nobody's list had them. */
    askedAt: integer(),
    unsubscribedAt: integer(),
    quarantinedAt: integer(),
    quarantineReason: text().$type<Refusal>(),
    /** Failed tries in a row, since when, and of which notice the first was. */
    failures: integer().notNull().default(0),
    failingSince: integer(),
    failingNoticeId: text(),
    /** Their other end asked to be called no sooner; null = it never did. */
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
 * Ids of those in quarantine, written when the batches that name them go: by this they are found when their own time is
 * over, and a bounce costs no row of an index.
 */
export const quarantineList = sqliteTable(
  "quarantine_list",
  {
    dueAt: integer().notNull(),
    pageId: text().notNull(),
    /** The first of the batches, or whoever told of them. */
    id: text().notNull(),
    subscriberIds: text({ mode: "json" }).$type<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.dueAt, t.pageId, t.id] })],
);
