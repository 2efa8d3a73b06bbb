import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ActorKind } from "~/access/actor";
import type { IncidentSettlingState } from "~/alerts/settling/rules/incident-follow-state";
import type { EditedIncidentPart } from "~/incidents/rules/edited-parts";
import type { IncidentOrigin, IncidentResolver, IncidentStatus, IncidentVisibility } from "~/incidents/rules/incident";
import type { PostmortemState } from "~/incidents/rules/postmortem";
import type { MaintenanceStatus } from "~/maintenances/rules/maintenance";
import type { Proposer } from "~/proposals/rules/proposal";
import type { Impact, Status } from "~/status/status";
import type { GeneratedTextKey } from "~/status/usual-words";
import type { AutomaticTitle } from "~/text/said-title";
import type { ComponentChange } from "./component-change";
import { incidentDurationOrderSql, incidentImpactOrderSql, unindexedPageIdSql } from "./incident-order";
import type { UpdateEdit } from "./update-edit";

export const incidentTable = sqliteTable(
  "incident",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    title: text().notNull(),
    /** Key of a title that no person wrote, so that visitors read it in their own language. */
    titleSaid: text({ mode: "json" }).$type<AutomaticTitle>(),
    /** The alert's own title in an incident that it opened; shown to the team only. */
    alertTitle: text().notNull().default(""),
    status: text().$type<IncidentStatus>().notNull(),
    impact: text().$type<Impact>().notNull(),
    impactOverride: text().$type<Impact>(),
    visibility: text().$type<IncidentVisibility>().notNull(),
    startedAt: integer().notNull(),
    publishedAt: integer(),
    monitoringAt: integer(),
    resolvedAt: integer(),
    resolvedBy: text().$type<IncidentResolver>(),
    /** True when resolved, dismissed or withdrawn: the incident no longer gives a status and no alert joins it. */
    closed: integer({ mode: "boolean" }).notNull().default(false),
    origin: text().$type<IncidentOrigin>().notNull(),
    originId: text().notNull().default(""),
    groupKey: text().notNull().default(""),
    /** True when a person has written in it: only a person then resolves it. */
    edited: integer({ mode: "boolean" }).notNull().default(false),
    /** Parts that a person has set and that its alerts no longer change (incidents/rules/edited-parts). */
    editedParts: text({ mode: "json" }).$type<EditedIncidentPart[]>().notNull().default([]),
    /** Position up to which it has followed its alerts; null = it never had one. */
    following: text({ mode: "json" }).$type<IncidentSettlingState>(),
    /** Version below which a form is out of date; changes by its alerts alone do not raise it. */
    staleBefore: integer().notNull().default(0),
    /** Time when the last of its alerts recovered; null while one fires or when it has none. */
    recoveredAt: integer(),
    backfilled: integer({ mode: "boolean" }).notNull().default(false),
    /** Time of the next update, as promised by the newest update; null = it promises none. */
    nextUpdateAt: integer(),
    /** The member who leads the team's work on it, for the team alone; null = nobody. */
    leadId: text(),
    /** The proposer of a draft that no person has taken up yet; null for any other incident. */
    proposedBy: text({ mode: "json" }).$type<Proposer>(),
    postmortem: text().$type<PostmortemState>().notNull().default("none"),
    postmortemBody: text().notNull().default(""),
    postmortemHtml: text().notNull().default(""),
    postmortemText: text().notNull().default(""),
    /** The proposer of the postmortem’s text; null when a person has written it since. */
    postmortemBy: text({ mode: "json" }).$type<Proposer>(),
    postmortemUpdatedAt: integer(),
    postmortemPublishedAt: integer(),
    /** True when subscribers were notified of it at least once. */
    postmortemNotified: integer({ mode: "boolean" }).notNull().default(false),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    index("incident_page_started").on(t.pageId, t.startedAt),
    index("incident_page_updated").on(unindexedPageIdSql, t.updatedAt, t.id),
    index("incident_page_impact").on(unindexedPageIdSql, incidentImpactOrderSql, t.id),
    index("incident_page_duration").on(unindexedPageIdSql, incidentDurationOrderSql, t.id),
    index("incident_open").on(t.pageId).where(sql`closed = 0`),
    index("incident_lead").on(t.pageId, t.leadId).where(sql`lead_id IS NOT NULL`),
    /** Index by end, for incidents that last longer than a day and started before the day that is queried. */
    index("incident_long").on(t.pageId, t.resolvedAt).where(sql`resolved_at > started_at + 86400000`),
    index("incident_postmortem_proposed").on(t.pageId).where(sql`postmortem_by IS NOT NULL`),
    index("incident_withdrawn").on(t.pageId, t.updatedAt).where(sql`visibility = 'withdrawn'`),
    uniqueIndex("incident_open_group").on(t.pageId, t.originId, t.groupKey).where(sql`closed = 0 AND group_key <> ''`),
  ],
);

export const incidentComponentTable = sqliteTable(
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

export const incidentUpdateTable = sqliteTable(
  "incident_update",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    incidentId: text().notNull(),
    status: text().$type<IncidentStatus>().notNull(),
    body: text().notNull(),
    bodyHtml: text().notNull(),
    bodyText: text().notNull(),
    /** Key of a text that no person wrote, so that visitors read it in their own language. */
    said: text().$type<GeneratedTextKey>(),
    shownAt: integer().notNull(),
    notify: integer({ mode: "boolean" }).notNull().default(true),
    changes: text({ mode: "json" }).$type<ComponentChange[]>().notNull(),
    /** Earlier versions, the oldest first, at most 20. */
    edits: text({ mode: "json" }).$type<UpdateEdit[]>().notNull().default([]),
    authorKind: text().$type<ActorKind>().notNull(),
    authorId: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("incident_update_incident").on(t.incidentId)],
);

/** A private note of the team beside an incident's updates; visitors, subscribers and channels never get it. */
export const incidentNoteTable = sqliteTable(
  "incident_note",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    incidentId: text().notNull(),
    version: integer().notNull().default(0),
    /** The member to whom the lead was handed with this note; null for any other note. */
    leadId: text(),
    authorKind: text().$type<ActorKind>().notNull(),
    authorId: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    body: text().notNull(),
  },
  (t) => [index("incident_note_incident").on(t.incidentId)],
);

export const maintenanceTable = sqliteTable(
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
    /** The series that made it, and the instant for which it was made; null = scheduled on its own. */
    seriesId: text(),
    occurrenceAt: integer(),
    /** Notifications to subscribers, each optional: at its start, at its end, and 24 hours and 60 minutes before it. */
    tellStart: integer({ mode: "boolean" }).notNull().default(true),
    tellEnd: integer({ mode: "boolean" }).notNull().default(true),
    remindDay: integer({ mode: "boolean" }).notNull().default(false),
    remindHour: integer({ mode: "boolean" }).notNull().default(false),
    /** True when a person changed this occurrence alone: changes to its series leave it as it is. */
    edited: integer({ mode: "boolean" }).notNull().default(false),
    /** Time of the next automatic start or end; null when there is none. */
    dueAt: integer(),
    /** Earliest time at which it is processed: work that could not run is moved back, while `dueAt` stays. */
    notBefore: integer().notNull().default(0),
    /** Number of failed runs since the last success, and the reason of the last one. */
    tries: integer().notNull().default(0),
    reason: text(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    index("maintenance_page_starts").on(t.pageId, t.startsAt),
    index("maintenance_page_status").on(t.pageId, t.status),
    /** Index as for incidents. A cancelled maintenance counts until the end of its window. */
    index("maintenance_long")
      .on(t.pageId, sql`coalesce(completed_at, ends_at)`)
      .where(sql`coalesce(completed_at, ends_at) > starts_at + 86400000`),
    index("maintenance_due").on(t.dueAt).where(sql`due_at IS NOT NULL`),
    uniqueIndex("maintenance_occurrence").on(t.seriesId, t.occurrenceAt).where(sql`series_id IS NOT NULL`),
    index("maintenance_cancelled").on(t.pageId, t.updatedAt).where(sql`status = 'cancelled'`),
  ],
);

/** A maintenance that repeats (RFC 5545 RRULE): its occurrences of the next 30 days are made ahead, each once. */
export const maintenanceSeriesTable = sqliteTable(
  "maintenance_series",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    title: text().notNull(),
    body: text().notNull().default(""),
    /** Rule without DTSTART; bounded by its own COUNT or UNTIL, or without end. */
    rule: text().notNull(),
    zone: text().notNull(),
    /** First start, as `YYYY-MM-DDTHH:mm` in that zone. */
    startsLocal: text().notNull(),
    /** Duration in ms. */
    duration: integer().notNull(),
    components: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    autoStart: integer({ mode: "boolean" }).notNull().default(true),
    autoEnd: integer({ mode: "boolean" }).notNull().default(true),
    tellPlanned: integer({ mode: "boolean" }).notNull().default(true),
    tellStart: integer({ mode: "boolean" }).notNull().default(true),
    tellEnd: integer({ mode: "boolean" }).notNull().default(true),
    remindDay: integer({ mode: "boolean" }).notNull().default(false),
    remindHour: integer({ mode: "boolean" }).notNull().default(false),
    /** Start up to which occurrences have been made. */
    madeUntil: integer().notNull().default(0),
    /** Time when the next occurrence is made; null = the series is over. */
    dueAt: integer(),
    /** Earliest time at which it is processed: work that could not run is moved back, while `dueAt` stays. */
    notBefore: integer().notNull().default(0),
    /** Number of failed runs since the last success, and the reason of the last one. */
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

export const maintenanceComponentTable = sqliteTable(
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

export const maintenanceUpdateTable = sqliteTable(
  "maintenance_update",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    maintenanceId: text().notNull(),
    status: text().$type<MaintenanceStatus>().notNull(),
    body: text().notNull(),
    bodyHtml: text().notNull(),
    bodyText: text().notNull(),
    /** Key of a text that no person wrote, so that visitors read it in their own language. */
    said: text().$type<GeneratedTextKey>(),
    shownAt: integer().notNull(),
    notify: integer({ mode: "boolean" }).notNull().default(true),
    /** Earlier versions, the oldest first, at most 20. */
    edits: text({ mode: "json" }).$type<UpdateEdit[]>().notNull().default([]),
    authorKind: text().$type<ActorKind>().notNull(),
    authorId: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("maintenance_update_maintenance").on(t.maintenanceId)],
);

/** A text prepared for incidents; `{{component}}`, `{{page}}` and `{{time}}` are filled in when it is chosen. */
export const templateTable = sqliteTable(
  "template",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    name: text().notNull(),
    title: text().notNull(),
    body: text().notNull().default(""),
    /** Status that it sets; null = unchanged. */
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
