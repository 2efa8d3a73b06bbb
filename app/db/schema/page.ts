import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { PurgeProgress } from "~/backup/rules/purge";
import type { ComponentGroupCollapseRule, StatusKeeper } from "~/components/rules/fields";
import type { StoredVisibilityRule } from "~/components/rules/stored-visibility";
import type { PageVisibility } from "~/pages/rules/page-door";
import type { AlertSeverity } from "~/status/severity";
import type { CoverageStatus, SettableStatus, Status, StatusLayer } from "~/status/status";
import type { PageImageKind } from "~/text/image-type";

/**
 * The single row of data that belongs to the deployment, not to a page. `tickAt` is the stamp of the last finished
 * tick.
 */
export const deploymentTable = sqliteTable("deployment", {
  id: integer().primaryKey(),
  homePageId: text(),
  tickAt: integer().notNull().default(0),
  /** Encrypted external address that each finished tick calls; null = none. Not one of our own heartbeats. */
  heartbeatSealed: text(),
  /** Encrypted address that is called to check that our own network works; null = none. */
  selfCheckSealed: text(),
  /** Encrypted token of the deployment's account at Globalping; null = its probes are not used. */
  globalpingSealed: text(),
  /** Costs of ticks, by UTC day: see deployment/usage/rules/usage. */
  usage: text({ mode: "json" }).$type<Record<string, number[]>>().notNull().default({}),
  /** Time since which no mailer accepts email; null while email is sent. */
  mailFailingSince: integer(),
  /**
   * Time at which a tick must next look at all pages. A trigger lowers it whenever a settling or a document is
   * requested, so that no writer can forget it.
   */
  pagesLookAt: integer().notNull().default(0),
  /** Progress of each table's purge, and the rows that it wrote today. */
  purgeCursor: text({ mode: "json" }).$type<PurgeProgress>().notNull().default({}),
  /**
   * Id of the key that seals: with a secret whose key has another id, nothing is sealed or signed. Null = not recorded
   * yet.
   */
  secretKey: text(),
  /**
   * Encrypted key that identifies us to push services, made for the first browser that asks for it; null = none made
   * yet.
   */
  pushKeySealed: text(),
  /** Time at which a tick continues with jobs of configuration files; null = there are none. */
  configurationDueAt: integer(),
  /** Time (UTC ms) before which entries of inboxes are ignored, because a restore replaced the state of that time. */
  inboxesFrom: integer().notNull().default(0),
  version: integer().notNull().default(0),
});

/**
 * A stretch without checks in the whole deployment: a tick found the last tick's stamp too old. Sources that observe a
 * component and did not check during it have no data for it.
 */
export const standstillTable = sqliteTable("standstill", {
  /** Stamp of the last tick before it, UTC ms. */
  startedAt: integer().primaryKey(),
  endedAt: integer().notNull(),
});

export const pageTable = sqliteTable(
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
    /** True when the logo already contains the page's name. */
    logoNamed: integer({ mode: "boolean" }).notNull().default(false),
    /** Links in the page's header, at most 8. */
    links: text({ mode: "json" }).$type<{ label: string; url: string }[]>().notNull().default([]),
    /** Markdown of the page's footer, and the HTML made from it at save. */
    footer: text().notNull().default(""),
    footerHtml: text().notNull().default(""),
    /** Minutes without an update of an open incident after which the team is reminded; 0 = never. */
    nagMinutes: integer().notNull().default(360),
    /** Days for which deliveries of sources are kept. */
    deliveryDays: integer().notNull().default(7),
    /**
     * Passphrase of a protected page: its hash, its encrypted text for owners, and the generation whose unlocks are
     * valid.
     */
    passphraseHash: text(),
    passphraseSealed: text(),
    passphraseGeneration: integer().notNull().default(0),
    /**
     * Host that was requested and the required value of its TXT record; it becomes `host` once that record was seen.
     */
    hostWanted: text(),
    hostProof: text(),
    hostCheckedAt: integer(),
    /**
     * Time when people first set a status on it; null = never. Only 0040_coverage, a restore of an older file, and the
     * previous version during a migration read it; its triggers on `component`, `incident` and `maintenance` stay for
     * them.
     */
    spokenAt: integer(),
    /** Time when an owner deleted it: nobody can see it from then on, and ticks remove its rows. */
    deletedAt: integer(),
    /** End of a mute of the whole page: until then it sends no messages and opens no incidents. */
    mutedUntil: integer(),
    /** Key for pings by key and slug: its hash, and its encrypted text for showing; null = none yet. */
    pingKeyHash: text(),
    pingKeySealed: text(),
    /** Start (instant) of the first local day that is not yet packed into component_year. */
    openDayAt: integer().notNull(),
    /** Earliest time at which the day is closed: a day that could not be closed is moved back. */
    dayNotBefore: integer().notNull().default(0),
    dayTries: integer().notNull().default(0),
    /** Settings for the escalation of alerts that nobody acknowledges (pages/rules/fields `pageEscalationFields`). */
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
    /**
     * Time when its alerts are next checked for escalation; null = none waits. A trigger lowers it with each firing.
     */
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

/** An image of a page, as uploaded: at most 256 KB, checked by its first bytes. */
export const pageImageTable = sqliteTable(
  "page_image",
  {
    pageId: text().notNull(),
    kind: text().$type<PageImageKind>().notNull(),
    mediaType: text().notNull(),
    /** The bytes in base64. */
    body: text().notNull(),
    /** Hash of the bytes; it is part of the image's address, so that the image may be cached forever. */
    hash: text().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.kind] })],
);

export const componentGroupTable = sqliteTable(
  "component_group",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(""),
    position: integer().notNull(),
    collapsed: text().$type<ComponentGroupCollapseRule>().notNull().default("unless_affected"),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("component_group_page").on(t.pageId)],
);

/** The manual, observed and coverage layers are stored here; the incident and maintenance layers on their own rows. */
export const componentTable = sqliteTable(
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
    shownWhen: text().$type<StoredVisibilityRule>().notNull().default("always"),
    showUptime: integer({ mode: "boolean" }).notNull().default(true),
    manualStatus: text().$type<SettableStatus>(),
    manualReason: text(),
    manualUntil: integer(),
    /** Earliest time at which the manual status ends: an end that could not be written is moved back. */
    manualNotBefore: integer().notNull().default(0),
    observedStatus: text().$type<Status>().notNull().default("operational"),
    observedSince: integer().notNull(),
    /** The last observed status that was not `no_data`: v2 JSON continues to give it. */
    observedBefore: text().$type<Status>().notNull().default("operational"),
    /** Keeper of its status: people manually, or its sources; null = not chosen yet. */
    keptBy: text().$type<StatusKeeper>(),
    /** True when a person chose the keeper; false = an upgrade assumed one, and the page asks. */
    keptAnswered: integer({ mode: "boolean" }).notNull().default(false),
    /**
     * The coverage layer, and its start: its sources vouch for it (null), people do (operational), or neither
     * (no_data).
     */
    coverage: text().$type<CoverageStatus>().default("no_data"),
    coverageSince: integer().notNull().default(0),
    /** Times when coverage and the observed layer last ended their no data, so that frequent changes write few rows. */
    coverageOpenedAt: integer(),
    observedOpenedAt: integer(),
    /**
     * Time when its past was restated, and the stretches [from, to) that turned out to be unwatched; null = not
     * restated.
     */
    restatedAt: integer(),
    restatedStretches: text({ mode: "json" }).$type<[number, number][]>(),
    archivedAt: integer(),
    mutedUntil: integer(),
    /** The component on which it depends: a failure there also causes its own. */
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

/**
 * Append-only; the only source of uptime. Read by page and `recordedAt`, folded by status-page/timeline/rules/timeline.
 */
export const statusChangeTable = sqliteTable(
  "status_change",
  {
    id: text().notNull(),
    pageId: text().notNull(),
    componentId: text().notNull(),
    layer: text().$type<StatusLayer>().notNull(),
    fromStatus: text().$type<Status>(),
    toStatus: text().$type<Status>(),
    at: integer().notNull(),
    recordedAt: integer().notNull(),
    /** Version of the timeline that appended it, which orders the folding of rows. 0 in rows older than that order. */
    sequence: integer().notNull().default(0),
    cause: text().notNull(),
    reference: text(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.recordedAt, t.id] })],
);

/**
 * Closed days of one component and year, in ms: `{"MM-DD": [major, partial, degraded, maintenance, noData]}`; a day
 * that is absent was operational throughout.
 */
export const componentYearTable = sqliteTable(
  "component_year",
  {
    pageId: text().notNull(),
    year: integer().notNull(),
    componentId: text().notNull(),
    days: text({ mode: "json" }).$type<Record<string, number[]>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.year, t.componentId] })],
);
