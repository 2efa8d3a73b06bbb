import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { PurgeMarks } from "~/backup/rules/purge";
import type { Collapsed, KeptBy, ShownWhen } from "~/components/rules/fields";
import type { PageVisibility } from "~/pages/rules/page-door";
import type { AlertSeverity } from "~/status/severity";
import type { Coverage, Layer, SettableStatus, Status } from "~/status/status";
import type { ImageKind } from "~/text/image-type";

/** One row: what belongs to the deployment and not to a page. `tickAt` is the stamp of the last finished tick. */
export const deployment = sqliteTable("deployment", {
  id: integer().primaryKey(),
  homePageId: text(),
  tickAt: integer().notNull().default(0),
  /** Encrypted address elsewhere that each finished tick calls; null = none. No heartbeat of ours. */
  heartbeatSealed: text(),
  /** Encrypted address that we call to learn whether our own network works; null = none. */
  selfCheckSealed: text(),
  /** Encrypted token of the deployment's account at Globalping; null = its probes are not asked. */
  globalpingSealed: text(),
  /** What ticks cost, by UTC day: see deployment/usage/rules/usage. */
  usage: text({ mode: "json" }).$type<Record<string, number[]>>().notNull().default({}),
  /** Since when no mailer takes a mail; null while mail leaves. */
  mailFailingSince: integer(),
  /**
   * When a tick next has to look at all pages. A trigger lowers it whenever a settling or a document is asked for, so
   * that no writer can forget it.
   */
  pagesLookAt: integer().notNull().default(0),
  /** How far the purge of each table has come, and what it wrote today. */
  purgeCursor: text({ mode: "json" }).$type<PurgeMarks>().notNull().default({}),
  /** Id of the key that seals: with a secret that has another one, nothing is sealed or signed. Null = not noted yet. */
  secretKey: text(),
  /** Encrypted key by which push services know us, made with the first browser that asks for it; null = none asked yet. */
  pushKeySealed: text(),
  /** What inboxes kept before then, UTC ms, is left: a restore brought another state of that time. */
  inboxesFrom: integer().notNull().default(0),
  version: integer().notNull().default(0),
});

/**
 * A stretch in which nothing was checked, of the whole deployment: a tick found the stamp of the last one too old. What
 * observed a component and did not look meanwhile knows nothing of it.
 */
export const standstill = sqliteTable("standstill", {
  /** When the last tick before it stamped, UTC ms. */
  startedAt: integer().primaryKey(),
  endedAt: integer().notNull(),
});

export const page = sqliteTable(
  "page",
  {
    id: text().primaryKey(),
    slug: text().notNull(),
    name: text().notNull(),
    about: text().notNull().default(""),
    host: text(),
    timeZone: text().notNull().default("Etc/UTC"),
    language: text().notNull().default("en"),
    accent: text().notNull().default("#1f5f4a"),
    visibility: text().$type<PageVisibility>().notNull().default("public"),
    historyDays: integer().notNull().default(90),
    partialWeight: real().notNull().default(0.3),
    noindex: integer({ mode: "boolean" }).notNull().default(false),
    /** The logo says the page's name itself. */
    logoNamed: integer({ mode: "boolean" }).notNull().default(false),
    /** Shown in the head of the page, at most 8. */
    links: text({ mode: "json" }).$type<{ label: string; url: string }[]>().notNull().default([]),
    /** Markdown at the foot of the page, and what was made of it at save. */
    footer: text().notNull().default(""),
    footerHtml: text().notNull().default(""),
    /** Without an update of an open incident for so long the team is reminded; 0 = never. */
    nagMinutes: integer().notNull().default(360),
    /** Days for which deliveries of sources are kept. */
    deliveryDays: integer().notNull().default(7),
    /** Of a page that is shown for a passphrase: its hash, encrypted for owners, and which unlocking still counts. */
    passphraseHash: text(),
    passphraseSealed: text(),
    passphraseGeneration: integer().notNull().default(0),
    /** A host that is asked for and what its TXT record must say; it becomes `host` once that was seen. */
    hostWanted: text(),
    hostProof: text(),
    hostCheckedAt: integer(),
    /**
     * When people first said on it how something is; null = never yet. Only 0040_coverage and a restore of an older file read
     * it, and the version before while a deployment migrates: its triggers on `component`, `incident` and `maintenance` stay for that.
     */
    spokenAt: integer(),
    /** Deleted by an owner: gone for everybody at once; ticks take its rows away. */
    deletedAt: integer(),
    /** Everything of the page is silent until then: no messages, no new incidents. */
    mutedUntil: integer(),
    /** For pings by key and slug: its hash, and encrypted for showing; null = none yet. */
    pingKeyHash: text(),
    pingKeySealed: text(),
    /** Start (instant) of the first local day that is not yet packed into component_year. */
    openDayAt: integer().notNull(),
    /** Not closed before then: a day that could not be closed is moved back. */
    dayNotBefore: integer().notNull().default(0),
    dayTries: integer().notNull().default(0),
    /** Who is told of alerts that nobody acknowledges (pages/rules/fields `escalationFields`). */
    escalates: integer({ mode: "boolean" }).notNull().default(false),
    escalateAfter: integer().notNull().default(15),
    escalateSeverity: text().$type<AlertSeverity>(),
    escalateChannelIds: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    escalatePersonIds: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    escalateEvery: integer().notNull().default(30),
    escalateTimes: integer().notNull().default(3),
    escalateQuietFrom: text().notNull().default(""),
    escalateQuietUntil: text().notNull().default(""),
    escalateQuietBreak: text().$type<AlertSeverity>(),
    /** When its alerts are next looked at for that; null = none waits. A trigger lowers it with each firing. */
    escalationDueAt: integer(),
    escalationNotBefore: integer().notNull().default(0),
    escalationTries: integer().notNull().default(0),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("page_slug").on(t.slug),
    uniqueIndex("page_host").on(t.host),
    uniqueIndex("page_ping_key").on(t.pingKeyHash),
    index("page_escalation").on(t.escalationDueAt).where(sql`escalation_due_at IS NOT NULL`),
    index("page_deleted").on(t.deletedAt).where(sql`deleted_at IS NOT NULL`),
  ],
);

/** An image of a page, as it was uploaded: at most 256 KB, checked by its first bytes. */
export const pageImage = sqliteTable(
  "page_image",
  {
    pageId: text().notNull(),
    kind: text().$type<ImageKind>().notNull(),
    mediaType: text().notNull(),
    /** Base64. */
    body: text().notNull(),
    /** Of the bytes; part of its address, so that it may be kept forever. */
    hash: text().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.kind] })],
);

export const componentGroup = sqliteTable(
  "component_group",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(""),
    position: integer().notNull(),
    collapsed: text().$type<Collapsed>().notNull().default("unless_affected"),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("component_group_page").on(t.pageId)],
);

/** The manual, observed and coverage layers live here; the incident and maintenance layers on their own rows. */
export const component = sqliteTable(
  "component",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    groupId: text(),
    name: text().notNull(),
    description: text().notNull().default(""),
    position: integer().notNull(),
    /** Calendar day in the page's zone, `YYYY-MM-DD`; before it there is no data. */
    startDate: text().notNull(),
    shownWhen: text().$type<ShownWhen>().notNull().default("always"),
    showUptime: integer({ mode: "boolean" }).notNull().default(true),
    manualStatus: text().$type<SettableStatus>(),
    manualReason: text(),
    manualUntil: integer(),
    /** Not ended before then: an end that could not be made is moved back. */
    manualNotBefore: integer().notNull().default(0),
    observedStatus: text().$type<Status>().notNull().default("operational"),
    observedSince: integer().notNull(),
    /** The last observed status that was not `no_data`: what v2 JSON goes on saying. */
    observedBefore: text().$type<Status>().notNull().default("operational"),
    /** Who keeps its status: people by hand, or what watches it; null = nobody has said yet. */
    keptBy: text().$type<KeptBy>(),
    /** Somebody said who keeps it; false = an upgrade assumed so, and the page asks. */
    keptAnswered: integer({ mode: "boolean" }).notNull().default(false),
    /** The coverage layer, and since when: what observes it vouches (null), people do (operational), nobody (no_data). */
    coverage: text().$type<Coverage>().default("no_data"),
    coverageSince: integer().notNull().default(0),
    /** When coverage and the observed layer last came back from no data: one that comes and goes writes few rows. */
    coverageOpenedAt: integer(),
    observedOpenedAt: integer(),
    /** When its past was restated, and [from, to) of what turned out to have been watched by nobody; null = it was not. */
    restatedAt: integer(),
    restatedStretches: text({ mode: "json" }).$type<[number, number][]>(),
    archivedAt: integer(),
    mutedUntil: integer(),
    /** The component because of which it fails when that one does. */
    dependsOn: text(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    index("component_page").on(t.pageId),
    index("component_manual_until").on(t.manualUntil).where(sql`manual_until IS NOT NULL`),
  ],
);

/** Append-only; the only source of uptime. Read by page and `recordedAt`, folded by status-page/timeline/rules/timeline. */
export const statusChange = sqliteTable(
  "status_change",
  {
    id: text().notNull(),
    pageId: text().notNull(),
    componentId: text().notNull(),
    layer: text().$type<Layer>().notNull(),
    fromStatus: text().$type<Status>(),
    toStatus: text().$type<Status>(),
    at: integer().notNull(),
    recordedAt: integer().notNull(),
    /** Version of the timeline that appended it: the order in which rows are folded. 0 in rows older than that order. */
    sequence: integer().notNull().default(0),
    cause: text().notNull(),
    reference: text(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.recordedAt, t.id] })],
);

/** Closed days of one component and year: `{"MM-DD": [major, partial, degraded, maintenance, noData]}` in ms; absent = all operational. */
export const componentYear = sqliteTable(
  "component_year",
  {
    pageId: text().notNull(),
    year: integer().notNull(),
    componentId: text().notNull(),
    days: text({ mode: "json" }).$type<Record<string, number[]>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.year, t.componentId] })],
);
