import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ActorKind } from "~/access/actor";
import type { Following } from "~/alerts/settling/rules/following";
import type { EditedPart } from "~/incidents/rules/edited-parts";
import type { IncidentOrigin, IncidentStatus, Resolver, Visibility } from "~/incidents/rules/incident";
import type { PostmortemState } from "~/incidents/rules/postmortem";
import type { MaintenanceStatus } from "~/maintenances/rules/maintenance";
import type { Impact, Status } from "~/status/status";
import type { UsualSaid } from "~/status/usual-words";
import type { SaidTitle } from "~/text/said-title";

export const incident = sqliteTable(
  "incident",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    title: text().notNull(),
    /** What the title says, where no person wrote it: readers read it in their own language. */
    titleSaid: text({ mode: "json" }).$type<SaidTitle>(),
    /** What the alert that opened it calls itself; for the team alone. */
    alertTitle: text().notNull().default(""),
    status: text().$type<IncidentStatus>().notNull(),
    impact: text().$type<Impact>().notNull(),
    impactOverride: text().$type<Impact>(),
    visibility: text().$type<Visibility>().notNull(),
    startedAt: integer().notNull(),
    publishedAt: integer(),
    monitoringAt: integer(),
    resolvedAt: integer(),
    resolvedBy: text().$type<Resolver>(),
    /** Resolved, dismissed or withdrawn: it no longer gives a status and no alert joins it. */
    closed: integer({ mode: "boolean" }).notNull().default(false),
    origin: text().$type<IncidentOrigin>().notNull(),
    originId: text().notNull().default(""),
    groupKey: text().notNull().default(""),
    /** A person has spoken in it: it waits for a person to resolve it. */
    edited: integer({ mode: "boolean" }).notNull().default(false),
    /** What a person has said of it, which its alerts change no more (incidents/rules/edited-parts). */
    editedParts: text({ mode: "json" }).$type<EditedPart[]>().notNull().default([]),
    /** How far it has followed its alerts; null = it never had one. */
    following: text({ mode: "json" }).$type<Following>(),
    /** A form of an older version is out of date; what its alerts alone have moved since is in nobody's way. */
    staleBefore: integer().notNull().default(0),
    /** When the last of its alerts recovered; null while one fires or when it has none. */
    recoveredAt: integer(),
    backfilled: integer({ mode: "boolean" }).notNull().default(false),
    /** Until when the newest update promises the next one; null = it promises none. */
    nextUpdateAt: integer(),
    postmortem: text().$type<PostmortemState>().notNull().default("none"),
    postmortemBody: text().notNull().default(""),
    postmortemHtml: text().notNull().default(""),
    postmortemText: text().notNull().default(""),
    postmortemUpdatedAt: integer(),
    postmortemPublishedAt: integer(),
    /** Subscribers were told of it at least once. */
    postmortemNotified: integer({ mode: "boolean" }).notNull().default(false),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    index("incident_page_started").on(t.pageId, t.startedAt),
    index("incident_open").on(t.pageId).where(sql`closed = 0`),
    /** By its end, where that is more than a day after its start: whoever asks for a day also needs what began long before. */
    index("incident_long").on(t.pageId, t.resolvedAt).where(sql`resolved_at > started_at + 86400000`),
    index("incident_withdrawn").on(t.pageId, t.updatedAt).where(sql`visibility = 'withdrawn'`),
    uniqueIndex("incident_open_group").on(t.pageId, t.originId, t.groupKey).where(sql`closed = 0 AND group_key <> ''`),
  ],
);

export const incidentComponent = sqliteTable(
  "incident_component",
  {
    incidentId: text().notNull(),
    componentId: text().notNull(),
    pageId: text().notNull(),
    status: text().$type<Status>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.incidentId, t.componentId] }),
    index("incident_component_component").on(t.componentId),
  ],
);

export interface ComponentChange {
  componentId: string;
  name: string;
  from: string;
  to: string;
  /** When it differs from the instant at which its update is shown. */
  at?: number;
}

/** How an update stood until somebody changed it. */
export interface UpdateEdit {
  /** When it was changed. */
  at: number;
  authorKind: string;
  authorId: string | null;
  body: string;
  shownAt: number;
}

export const incidentUpdate = sqliteTable(
  "incident_update",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    incidentId: text().notNull(),
    status: text().$type<IncidentStatus>().notNull(),
    body: text().notNull(),
    bodyHtml: text().notNull(),
    bodyText: text().notNull(),
    /** The key of what it says, where no person wrote it: readers read it in their own language. */
    said: text().$type<UsualSaid>(),
    shownAt: integer().notNull(),
    notify: integer({ mode: "boolean" }).notNull().default(true),
    changes: text({ mode: "json" }).$type<ComponentChange[]>().notNull(),
    /** What it said before, the oldest first, at most 20. */
    edits: text({ mode: "json" }).$type<UpdateEdit[]>().notNull().default([]),
    authorKind: text().$type<ActorKind>().notNull(),
    authorId: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("incident_update_incident").on(t.incidentId)],
);

/** What the team says among itself beside an incident's updates: in nothing that visitors, subscribers or channels get. */
export const incidentNote = sqliteTable(
  "incident_note",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    incidentId: text().notNull(),
    version: integer().notNull().default(0),
    authorKind: text().$type<ActorKind>().notNull(),
    authorId: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    body: text().notNull(),
  },
  (t) => [index("incident_note_incident").on(t.incidentId)],
);

export const maintenance = sqliteTable(
  "maintenance",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    title: text().notNull(),
    body: text().notNull().default(""),
    bodyHtml: text().notNull().default(""),
    bodyText: text().notNull().default(""),
    status: text().$type<MaintenanceStatus>().notNull(),
    startsAt: integer().notNull(),
    endsAt: integer().notNull(),
    autoStart: integer({ mode: "boolean" }).notNull().default(true),
    autoEnd: integer({ mode: "boolean" }).notNull().default(true),
    startedAt: integer(),
    verifyingAt: integer(),
    completedAt: integer(),
    /** Which rule of repetition made it, and for which instant; null = planned by itself. */
    seriesId: text(),
    occurrenceAt: integer(),
    /** What subscribers are notified of it, by choice: its beginning, its end, 24 hours and 60 minutes before. */
    tellStart: integer({ mode: "boolean" }).notNull().default(true),
    tellEnd: integer({ mode: "boolean" }).notNull().default(true),
    remindDay: integer({ mode: "boolean" }).notNull().default(false),
    remindHour: integer({ mode: "boolean" }).notNull().default(false),
    /** A person changed this one by itself: changes of its series leave it alone. */
    edited: integer({ mode: "boolean" }).notNull().default(false),
    /** The next edge that the clock makes; null when there is none. */
    dueAt: integer(),
    /** Not taken before then: what could not run is moved back, and `dueAt` stays. */
    notBefore: integer().notNull().default(0),
    /** How often it could not run since it last did, and why the last time. */
    tries: integer().notNull().default(0),
    reason: text(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    index("maintenance_page_starts").on(t.pageId, t.startsAt),
    index("maintenance_page_status").on(t.pageId, t.status),
    /** As of incidents. One that was called off counts to the end of its window. */
    index("maintenance_long")
      .on(t.pageId, sql`coalesce(completed_at, ends_at)`)
      .where(sql`coalesce(completed_at, ends_at) > starts_at + 86400000`),
    index("maintenance_due").on(t.dueAt).where(sql`due_at IS NOT NULL`),
    uniqueIndex("maintenance_occurrence").on(t.seriesId, t.occurrenceAt).where(sql`series_id IS NOT NULL`),
    index("maintenance_cancelled").on(t.pageId, t.updatedAt).where(sql`status = 'cancelled'`),
  ],
);

/** A maintenance that repeats (RFC 5545 RRULE): its occurrences of the next 30 days are made ahead, each once. */
export const maintenanceSeries = sqliteTable(
  "maintenance_series",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    title: text().notNull(),
    body: text().notNull().default(""),
    /** Without DTSTART; bounded by its own COUNT or UNTIL, or without end. */
    rule: text().notNull(),
    zone: text().notNull(),
    /** First start, `YYYY-MM-DDTHH:mm` of that zone. */
    startsLocal: text().notNull(),
    /** ms. */
    duration: integer().notNull(),
    components: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    autoStart: integer({ mode: "boolean" }).notNull().default(true),
    autoEnd: integer({ mode: "boolean" }).notNull().default(true),
    tellPlanned: integer({ mode: "boolean" }).notNull().default(true),
    tellStart: integer({ mode: "boolean" }).notNull().default(true),
    tellEnd: integer({ mode: "boolean" }).notNull().default(true),
    remindDay: integer({ mode: "boolean" }).notNull().default(false),
    remindHour: integer({ mode: "boolean" }).notNull().default(false),
    /** Occurrences up to this start are made. */
    madeUntil: integer().notNull().default(0),
    /** When to make the next; null = it is over. */
    dueAt: integer(),
    /** Not taken before then: what could not run is moved back, and `dueAt` stays. */
    notBefore: integer().notNull().default(0),
    /** How often it could not run since it last did, and why the last time. */
    tries: integer().notNull().default(0),
    reason: text(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    index("maintenance_series_page").on(t.pageId),
    index("maintenance_series_due").on(t.dueAt).where(sql`due_at IS NOT NULL`),
  ],
);

export const maintenanceComponent = sqliteTable(
  "maintenance_component",
  {
    maintenanceId: text().notNull(),
    componentId: text().notNull(),
    pageId: text().notNull(),
    status: text().$type<Status>().notNull().default("under_maintenance"),
  },
  (t) => [
    primaryKey({ columns: [t.maintenanceId, t.componentId] }),
    index("maintenance_component_component").on(t.componentId),
  ],
);

export const maintenanceUpdate = sqliteTable(
  "maintenance_update",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    maintenanceId: text().notNull(),
    status: text().$type<MaintenanceStatus>().notNull(),
    body: text().notNull(),
    bodyHtml: text().notNull(),
    bodyText: text().notNull(),
    /** The key of what it says, where no person wrote it: readers read it in their own language. */
    said: text().$type<UsualSaid>(),
    shownAt: integer().notNull(),
    notify: integer({ mode: "boolean" }).notNull().default(true),
    /** What it said before, the oldest first, at most 20. */
    edits: text({ mode: "json" }).$type<UpdateEdit[]>().notNull().default([]),
    authorKind: text().$type<ActorKind>().notNull(),
    authorId: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("maintenance_update_maintenance").on(t.maintenanceId)],
);

/** Words ready for the worst hour; `{{component}}`, `{{page}}` and `{{time}}` are filled in when it is chosen. */
export const template = sqliteTable(
  "template",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    name: text().notNull(),
    title: text().notNull(),
    body: text().notNull().default(""),
    /** Null = as it is. */
    status: text().$type<IncidentStatus>(),
    impactOverride: text().$type<Impact>(),
    components: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    nextMinutes: integer(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("template_page").on(t.pageId)],
);
