import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { GroupState } from "~/alerts/rules/alert-group";
import type { RuleMode } from "~/alerts/rules/rule-match";
import type { EscalationStep } from "~/escalation/rules/escalation";
import type { SettableStatus } from "~/status/status";

/** What a row of `source` is: a tool outside that sends alerts here, or a monitor or heartbeat of ours. */
export type AlertOrigin = "source" | "monitor" | "heartbeat";

/**
 * Whatever alerts come from: an outside tool that posts to us (`family` source), a monitor or a heartbeat,
 * which have a row of the same id. One road to components, drafts and incidents: rules, alerts and mutes are by this id.
 */
export const source = sqliteTable(
  "source",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    family: text().$type<AlertOrigin>().notNull().default("source"),
    kind: text().notNull(),
    name: text().notNull(),
    tokenHash: text().notNull(),
    tokenSealed: text().notNull(),
    settingsSealed: text().notNull(),
    /** Of a tool outside: silent when it delivered nothing for so many seconds; null = off. No heartbeat of ours. */
    heartbeatSeconds: integer(),
    mutedUntil: integer(),
    /** Of a monitor or heartbeat: since when nothing is known of it; null = it looks. */
    silentSince: integer(),
    /** Of an outside source with a heartbeat of its own: its last delivery, at most a tenth of that period too early. */
    lastHeardAt: integer(),
    /** Of a tool outside: an alert of its own when it delivered nothing for so many hours; null = off. */
    silenceHours: integer(),
    /** When it is looked whether it has gone silent; null = it has, until its next delivery, or nobody asks. */
    silenceDueAt: integer(),
    silenceNotBefore: integer().notNull().default(0),
    silenceTries: integer().notNull().default(0),
    /** Of a tool outside: it has delivered nothing yet, so it vouches for no component. */
    unheard: integer({ mode: "boolean" }).notNull().default(false),
    /** Of a tool outside that promises no period: an admin says that all is well while it says nothing. */
    quietMeansWell: integer({ mode: "boolean" }).notNull().default(false),
    /** An admin has said what its quiet means; while false, that was assumed. */
    quietAnswered: integer({ mode: "boolean" }).notNull().default(false),
    /** Since when it says without a break how its components are; null = it never did, or that was not noted yet. */
    vouchesSince: integer(),
    /** The source, monitor or heartbeat on whose failure its own is blamed. */
    dependsOn: text(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("source_token").on(t.tokenHash),
    index("source_page").on(t.pageId),
    index("source_silence").on(t.silenceDueAt).where(sql`silence_due_at IS NOT NULL`),
    index("source_vendor").on(t.pageId).where(sql`kind = 'vendor'`),
    index("source_unheard").on(t.pageId).where(sql`unheard = 1`),
  ],
);

/** What a source was rotated from: for a while both take deliveries, and each says when it last did. */
export type OverlapOf = "address" | "settings";

/** The address or the settings of before, until they end by themselves. One of each a source. */
export const sourceOverlap = sqliteTable(
  "source_overlap",
  {
    sourceId: text().notNull(),
    what: text().$type<OverlapOf>().notNull(),
    pageId: text().notNull(),
    /** Of an address. */
    tokenHash: text(),
    sealed: text().notNull(),
    startedAt: integer().notNull(),
    endsAt: integer().notNull(),
    oldUsedAt: integer(),
    newUsedAt: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.sourceId, t.what] }),
    uniqueIndex("source_overlap_token").on(t.tokenHash).where(sql`token_hash IS NOT NULL`),
  ],
);

/** A match is by labels (globs), severity and title glob; all given must hold. Empty = everything. */
export interface RuleMatch {
  labels?: Record<string, string>;
  severities?: string[];
  title?: string;
}

export const rule = sqliteTable(
  "rule",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    sourceId: text().notNull(),
    position: integer().notNull(),
    match: text({ mode: "json" }).$type<RuleMatch>().notNull(),
    mode: text().$type<RuleMode>().notNull().default("draft"),
    holdSeconds: integer().notNull().default(120),
    resolveAfterSeconds: integer().notNull().default(300),
    groupBy: text({ mode: "json" }).$type<string[]>().notNull(),
    catchAll: integer({ mode: "boolean" }).notNull().default(false),
    /** What visitors read of an incident that it opens; "" = the usual words, in each reader's language. */
    publicTitle: text().notNull().default(""),
    publicBody: text().notNull().default(""),
    /** Whether those may hold what the alert calls itself. */
    showsTitle: integer({ mode: "boolean" }).notNull().default(false),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("rule_page").on(t.pageId, t.sourceId)],
);

export const ruleComponent = sqliteTable(
  "rule_component",
  {
    pageId: text().notNull(),
    ruleId: text().notNull(),
    componentId: text().notNull(),
    status: text().$type<SettableStatus>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.ruleId, t.componentId] })],
);

/** What one signal of a delivery came to. */
export interface SignalOutcome {
  key: string;
  state: string;
  outcome: string;
  flags?: string[];
  /** Of what was left out or refused: why, in words. */
  reason?: string;
}

/** One post of a source; also the audit entry of the machine's commit. `settleMark` ≤ settle.done means: done. */
export const delivery = sqliteTable(
  "delivery",
  {
    sourceId: text().notNull(),
    id: text().notNull(),
    pageId: text().notNull(),
    receivedAt: integer().notNull(),
    headers: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    body: text().notNull(),
    bodyHash: text().notNull(),
    outcome: text().notNull(),
    reason: text(),
    signals: text({ mode: "json" }).$type<SignalOutcome[]>().notNull(),
    settleMark: integer().notNull().default(0),
    /** The delivery of which this is a replay; its body stands there. */
    replayOf: text(),
    /** When it was last replayed. */
    replayedAt: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.sourceId, t.id] }),
    // Ids of ours are in the order of time; those by a sender's own id are not, and sort above them.
    index("delivery_by_sender").on(t.sourceId, t.receivedAt).where(sql`id >= '8'`),
  ],
);

/** Unique by (source, key): the id is `<source id>.<hash of key>`, so that a source's alerts are one range. */
export const alert = sqliteTable(
  "alert",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    sourceId: text().notNull(),
    key: text().notNull(),
    state: text().$type<"firing" | "resolved">().notNull(),
    severity: text(),
    title: text().notNull(),
    body: text().notNull().default(""),
    link: text(),
    labels: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    groupKey: text().notNull().default(""),
    /** Start of its latest episode, and of that episode: when it ended, when we last heard, in the sender's order. */
    startedAt: integer().notNull(),
    endedAt: integer(),
    resolvedReceivedAt: integer(),
    firstSeenAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    lastEventAt: integer(),
    count: integer().notNull().default(1),
    incidentId: text(),
    acknowledgedAt: integer(),
    acknowledgedBy: text(),
    dismissedAt: integer(),
    flags: text({ mode: "json" }).$type<string[]>().notNull(),
    /** The alert because of which it fires, as the last settling found; null = for itself. */
    causeId: text(),
    /** When it last turned between firing and recovered, the newest last; since when it flaps; and, of one that is
     * held firing meanwhile, when its sender says that it recovered. */
    turns: text({ mode: "json" }).$type<number[]>().notNull().default([]),
    flappingSince: integer(),
    heldEnd: integer(),
    version: integer().notNull().default(0),
  },
  (t) => [
    index("alert_firing").on(t.pageId, t.sourceId, t.startedAt).where(sql`state = 'firing'`),
    index("alert_recovered").on(t.sourceId, t.resolvedReceivedAt).where(sql`state = 'resolved'`),
    index("alert_because").on(t.causeId).where(sql`cause_id IS NOT NULL`),
    index("alert_tombstone").on(t.lastSeenAt).where(sql`instr(flags, 'tombstone') > 0`),
  ],
);

/** One firing of an alert. `reportedStart` is what the sender calls its start: a firing after a gap repeats it. */
export const episode = sqliteTable(
  "episode",
  {
    alertId: text().notNull(),
    startedAt: integer().notNull(),
    pageId: text().notNull(),
    reportedStart: integer().notNull(),
    receivedAt: integer().notNull(),
    endedAt: integer(),
    incidentId: text(),
    dismissedAt: integer(),
    dismissedReason: text(),
    /** Who was told that nobody had acknowledged it, the newest last. */
    told: text({ mode: "json" }).$type<EscalationStep[]>().notNull().default([]),
  },
  (t) => [
    index("episode_incident").on(t.incidentId, t.startedAt).where(sql`incident_id IS NOT NULL`),
    primaryKey({ columns: [t.alertId, t.startedAt] }),
  ],
);

/** A stretch in which nothing counts that a source reported, because a person says that it was wrong. */
export const correction = sqliteTable(
  "correction",
  {
    pageId: text().notNull(),
    id: text().notNull(),
    sourceId: text().notNull(),
    /** What it was called then: a correction outlives its source. */
    sourceName: text().notNull(),
    startsAt: integer().notNull(),
    endsAt: integer().notNull(),
    /** Visitors read it. */
    reason: text().notNull(),
    /** The components that it concerns, by the source's rules when it was made. */
    componentIds: text({ mode: "json" }).$type<string[]>().notNull(),
    /** When it was taken back itself; null = it stands. */
    undoneAt: integer(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.id] })],
);

/** A group of firing alerts under one rule; the row lives while the group waits, is open or recovers. */
export const alertGroup = sqliteTable(
  "alert_group",
  {
    pageId: text().notNull(),
    id: text().notNull(),
    sourceId: text().notNull(),
    ruleId: text().notNull(),
    groupKey: text().notNull(),
    state: text().$type<GroupState>().notNull(),
    firstFiredAt: integer().notNull(),
    dueAt: integer(),
    incidentId: text(),
    version: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.id] })],
);
