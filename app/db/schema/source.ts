import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AlertGroupState } from "~/alerts/rules/alert-group";
import type { RuleMode } from "~/alerts/rules/rule-match";
import type { EscalationStep } from "~/escalation/rules/escalation";
import type { SettableStatus } from "~/status/status";

/** Kind of a row of `source`: an outside tool that sends alerts here, or one of our monitors or heartbeats. */
export type AlertOrigin = "source" | "monitor" | "heartbeat";

/**
 * Any origin of alerts: an outside tool that posts to us (`family` source), or a monitor or heartbeat, which has a row
 * with the same id. All share one path to components, drafts and incidents: rules, alerts and mutes refer to this id.
 */
export const sourceTable = sqliteTable(
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
    /**
     * Seconds without a delivery after which an outside tool is treated as silent; null = off. Not one of our own
     * heartbeats.
     */
    heartbeatSeconds: integer(),
    mutedUntil: integer(),
    /** Time since which a monitor or heartbeat has no data; null = it is checked. */
    silentSince: integer(),
    /** Last delivery of an outside source with a heartbeat of its own, at most a tenth of that period too early. */
    lastHeardAt: integer(),
    /** Hours without a delivery after which an outside tool raises an alert of its own; null = off. */
    silenceHours: integer(),
    /** Time of the next check for silence; null = it is silent until its next delivery, or the check is off. */
    silenceDueAt: integer(),
    silenceNotBefore: integer().notNull().default(0),
    silenceTries: integer().notNull().default(0),
    /** True for an outside tool that has delivered nothing yet, so that it vouches for no component. */
    unheard: integer({ mode: "boolean" }).notNull().default(false),
    /** True for an outside tool without a promised period when an admin says that its silence means all is well. */
    quietMeansWell: integer({ mode: "boolean" }).notNull().default(false),
    /** True when an admin has said what its silence means; while false, that was assumed. */
    quietAnswered: integer({ mode: "boolean" }).notNull().default(false),
    /**
     * Time since which it has reported the state of its components without a break; null = never, or not recorded yet.
     */
    vouchesSince: integer(),
    /** The source, monitor or heartbeat whose failure is taken as the cause of its own. */
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

/**
 * Part of a source that was rotated: for a while the old and the new both take deliveries, and each records its last
 * use.
 */
export type RotatedSourcePart = "address" | "settings";

/** The previous address or settings, until they expire. A source has at most one of each. */
export const sourceOverlapTable = sqliteTable(
  "source_overlap",
  {
    sourceId: text().notNull(),
    what: text().$type<RotatedSourcePart>().notNull(),
    pageId: text().notNull(),
    /** Token hash of an address. */
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

/** A match by labels (globs), severity and title glob; all that are given must hold. Empty = everything. */
export interface RuleMatch {
  labels?: Record<string, string>;
  severities?: string[];
  title?: string;
}

export const ruleTable = sqliteTable(
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
    /** Public text of an incident that it opens; "" = the usual words, in each visitor's language. */
    publicTitle: text().notNull().default(""),
    publicBody: text().notNull().default(""),
    /** True when these texts may contain the alert's own title. */
    showsTitle: integer({ mode: "boolean" }).notNull().default(false),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("rule_page").on(t.pageId, t.sourceId)],
);

export const ruleComponentTable = sqliteTable(
  "rule_component",
  {
    pageId: text().notNull(),
    ruleId: text().notNull(),
    componentId: text().notNull(),
    status: text().$type<SettableStatus>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.ruleId, t.componentId] })],
);

/** Outcome of one signal of a delivery. */
export interface SignalOutcome {
  key: string;
  state: string;
  outcome: string;
  flags?: string[];
  /** Reason why a signal was left out or refused, in words. */
  reason?: string;
}

/** One post of a source; also the audit entry of the machine's commit. `settleMark` ≤ settle.done means: done. */
export const deliveryTable = sqliteTable(
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
    /** The delivery that this one replays; its body is stored with that delivery. */
    replayOf: text(),
    /** Time of the last replay. */
    replayedAt: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.sourceId, t.id] }),
    // Our own ids are in the order of time; those made from a sender's own id are not, and sort above ours.
    index("delivery_by_sender").on(t.sourceId, t.receivedAt).where(sql`id >= '8'`),
  ],
);

/** Unique by (source, key): the id is `<source id>.<hash of key>`, so that a source's alerts are one range. */
export const alertTable = sqliteTable(
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
    /** Start of its latest episode; then the end of that episode and the time last heard, in the sender's order. */
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
    /** The alert that caused it, as found by the last settling; null = it fires on its own account. */
    causeId: text(),
    /**
     * Its last changes between firing and recovered, the newest last; the start of its flapping; and, while flapping
     * holds it firing, the time when its sender reported a recovery.
     */
    turns: text({ mode: "json" }).$type<number[]>().notNull().default([]),
    flappingSince: integer(),
    heldEnd: integer(),
    version: integer().notNull().default(0),
  },
  (t) => [
    index("alert_firing").on(t.pageId, t.sourceId, t.startedAt).where(sql`state = 'firing'`),
    // The recovered alerts of a page by severity and start, for its list of alerts; those that fire have their own.
    index("alert_of_page").on(t.pageId, t.severity, t.startedAt).where(sql`state = 'resolved'`),
    index("alert_recovered").on(t.sourceId, t.resolvedReceivedAt).where(sql`state = 'resolved'`),
    index("alert_because").on(t.causeId).where(sql`cause_id IS NOT NULL`),
    index("alert_tombstone").on(t.lastSeenAt).where(sql`instr(flags, 'tombstone') > 0`),
  ],
);

/** One firing of an alert. `reportedStart` is the start that the sender reports: a firing after a gap repeats it. */
export const episodeTable = sqliteTable(
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
    /** Escalation steps, the newest last: people and channels notified that nobody had acknowledged it. */
    told: text({ mode: "json" }).$type<EscalationStep[]>().notNull().default([]),
  },
  (t) => [
    index("episode_incident").on(t.incidentId, t.startedAt).where(sql`incident_id IS NOT NULL`),
    primaryKey({ columns: [t.alertId, t.startedAt] }),
  ],
);

/** A stretch in which a source's reports do not count, because a person says that they were wrong. */
export const correctionTable = sqliteTable(
  "correction",
  {
    pageId: text().notNull(),
    id: text().notNull(),
    sourceId: text().notNull(),
    /** The source's name at that time: a correction outlives its source. */
    sourceName: text().notNull(),
    startsAt: integer().notNull(),
    endsAt: integer().notNull(),
    /** Reason that visitors read. */
    reason: text().notNull(),
    /** The components that it affects, by the source's rules when it was made. */
    componentIds: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Time when the correction itself was undone; null = it is in force. */
    undoneAt: integer(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.id] })],
);

/** A group of firing alerts under one rule; the row exists while the group waits, is open or recovers. */
export const alertGroupTable = sqliteTable(
  "alert_group",
  {
    pageId: text().notNull(),
    id: text().notNull(),
    sourceId: text().notNull(),
    ruleId: text().notNull(),
    groupKey: text().notNull(),
    state: text().$type<AlertGroupState>().notNull(),
    firstFiredAt: integer().notNull(),
    dueAt: integer(),
    incidentId: text(),
    version: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.id] })],
);
