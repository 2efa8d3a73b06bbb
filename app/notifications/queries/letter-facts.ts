import { and, eq, sql } from "drizzle-orm";
import {
  componentTable,
  incidentTable,
  invitationTable,
  maintenanceTable,
  maintenanceUpdateTable,
  type noticeTable,
  pageTable,
  personTable,
  signInLinkTable,
  subscriberTable,
} from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { subscriberNoticeKinds } from "../rules/notice";

type Db = Pick<Ctx, "db">;

const kinds = sql.raw(subscriberNoticeKinds.map((kind) => `'${kind}'`).join(", "));

/** The oldest of the notices that are sent together. */
type OldestNotice = Pick<typeof noticeTable.$inferSelect, "createdAt" | "way">;

/**
 * SQL for the last time before the oldest notice that subscribers were notified about the subject in this way; 0 =
 * never.
 */
const toldBefore = (subjectId: string, { createdAt: before, way }: OldestNotice) =>
  sql<number>`coalesce((SELECT max(n.created_at) FROM notice n WHERE n.kind IN (${kinds}) AND n.subject_id = ${subjectId} AND n.way IS ${way} AND n.created_at < ${before} AND coalesce(n.outcome, '') NOT IN ('expired', 'obsolete', 'cancelled')), 0)`;

/** SQL for the page's banner from its snapshot, as JSON, for the only way whose messages include it. */
const bannerOf = (pageId: string, { way }: OldestNotice) =>
  way === "webhook"
    ? sql<
        string | null
      >`(SELECT s.body->'$.banner' FROM snapshot s WHERE s.page_id = ${pageId} AND s.audience = 'public' AND s.part = 'home')`
    : sql<string | null>`NULL`;

const toldTo = (pageId: string, id: string, before: OldestNotice) => ({
  toldBefore: toldBefore(id, before).as("told_before"),
  banner: bannerOf(pageId, before).as("banner"),
});

export const incidentForEmailQuery = ({ db }: Db, pageId: string, id: string, before: OldestNotice) =>
  db
    .select({ row: incidentTable, ...toldTo(pageId, id, before) })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), eq(incidentTable.id, id), eq(incidentTable.visibility, "published")));

export const maintenanceForEmailQuery = ({ db }: Db, pageId: string, id: string, before: OldestNotice) =>
  db
    .select({ row: maintenanceTable, ...toldTo(pageId, id, before) })
    .from(maintenanceTable)
    .where(and(eq(maintenanceTable.pageId, pageId), eq(maintenanceTable.id, id)));

/** Returns the updates of a maintenance window, newest first. */
export const updatesOfMaintenanceQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(maintenanceUpdateTable)
    .where(and(eq(maintenanceUpdateTable.pageId, pageId), eq(maintenanceUpdateTable.maintenanceId, id)))
    .orderBy(sql`shown_at DESC, created_at DESC, id DESC`);

/** Returns the last time that subscribers were notified about the subject by email; 0 = never. One row. */
export const lastNotificationTimeQuery = ({ db }: Db, pageId: string, subjectId: string, now: number) =>
  db
    .select({ at: toldBefore(subjectId, { createdAt: now, way: null }).as("told_before") })
    .from(pageTable)
    .where(eq(pageTable.id, pageId));

/** Statuses that other open published incidents give a component, as a JSON list. */
export const statusesFromIncidentsSql = (except: string) =>
  sql<string>`(SELECT json_group_array(ic.status) FROM incident_component ic JOIN incident i ON i.id = ic.incident_id WHERE ic.component_id = component.id AND i.closed = 0 AND i.visibility = 'published' AND i.id <> ${except})`;
/** SQL for the statuses that other active maintenance gives a component, as a JSON list. */
export const statusesFromMaintenancesSql = (except: string) =>
  sql<string>`(SELECT json_group_array(mc.status) FROM maintenance_component mc JOIN maintenance m ON m.id = mc.maintenance_id WHERE mc.component_id = component.id AND m.status IN ('in_progress', 'verifying') AND m.id <> ${except})`;

const standingColumns = (subjectId: string, except: { incident: string; maintenance: string }) => ({
  id: componentTable.id,
  name: componentTable.name,
  manualStatus: componentTable.manualStatus,
  observedStatus: componentTable.observedStatus,
  coverage: componentTable.coverage,
  incidents: statusesFromIncidentsSql(except.incident).as("incidents"),
  maintenances: statusesFromMaintenancesSql(except.maintenance).as("maintenances"),
  /** Status that this incident gives the component. */
  given: sql<
    string | null
  >`(SELECT o.status FROM incident_component o WHERE o.component_id = component.id AND o.incident_id = ${subjectId})`.as(
    "given",
  ),
  /** Status that this maintenance gives the component while it is in progress. */
  planned: sql<
    string | null
  >`(SELECT p.status FROM maintenance_component p WHERE p.component_id = component.id AND p.maintenance_id = ${subjectId})`.as(
    "planned",
  ),
});

/**
 * Returns the components of an incident or maintenance with all parts of their status, in the order of the page; at
 * most 200.
 */
export const componentLayersOfSubjectQuery = ({ db }: Db, pageId: string, subjectId: string) =>
  db
    .select(standingColumns(subjectId, { incident: "", maintenance: "" }))
    .from(componentTable)
    .where(
      and(
        eq(componentTable.pageId, pageId),
        sql`component.id IN (SELECT component_id FROM incident_component WHERE incident_id = ${subjectId} UNION SELECT component_id FROM maintenance_component WHERE maintenance_id = ${subjectId})`,
      ),
    )
    .orderBy(componentTable.position, componentTable.name)
    .limit(200);

export type ComponentLayersRow = Awaited<ReturnType<typeof componentLayersOfSubjectQuery>>[number];

/**
 * Returns these components and those of the incident, without the statuses that the incident or a maintenance window
 * gives them; at most 200.
 */
export const componentLayersByIdsQuery = (
  { db }: Db,
  pageId: string,
  ids: readonly string[],
  incidentId: string,
  maintenanceId = "",
) =>
  db
    .select(standingColumns("", { incident: incidentId, maintenance: maintenanceId }))
    .from(componentTable)
    .where(
      and(
        eq(componentTable.pageId, pageId),
        sql`component.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}) UNION SELECT component_id FROM incident_component WHERE incident_id = ${incidentId})`,
      ),
    )
    .orderBy(componentTable.position, componentTable.name)
    .limit(200);

/**
 * Returns subscribers with a pending confirmation request, and the names of the components or groups that they chose.
 */
export const subscribersToConfirmQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select({
      id: subscriberTable.id,
      state: subscriberTable.state,
      scope: subscriberTable.scope,
      names: sql<string>`(SELECT json_group_array(o.name) FROM (
          SELECT g.name, 0 AS kind, g.position FROM component_group g WHERE g.page_id = ${pageId} AND g.id IN (SELECT value FROM json_each(subscriber.component_ids))
          UNION ALL SELECT c.name, 1, c.position FROM component c WHERE c.page_id = ${pageId} AND c.id IN (SELECT value FROM json_each(subscriber.component_ids))
          ORDER BY 2, 3, 1) o)`.as("names"),
      incidentTitle: sql<
        string | null
      >`(SELECT i.title FROM incident i WHERE i.id = subscriber.incident_id AND i.visibility = 'published')`.as(
        "incident_title",
      ),
    })
    .from(subscriberTable)
    .where(
      and(
        eq(subscriberTable.pageId, pageId),
        sql`${subscriberTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    );

export const unusedSignInLinkQuery = ({ db }: Db, tokenHash: string, now: number) =>
  db
    .select({ kind: signInLinkTable.kind, expiresAt: signInLinkTable.expiresAt })
    .from(signInLinkTable)
    .where(and(eq(signInLinkTable.tokenHash, tokenHash), sql`used_at IS NULL AND expires_at > ${now}`));

/** Returns a person's language and time zone from their account. */
export const localeOfPersonQuery = ({ db }: Db, personId: string) =>
  db
    .select({ language: personTable.language, timeZone: personTable.timeZone })
    .from(personTable)
    .where(eq(personTable.id, personId));

/** Reads an incident with its current lead, the person who handed it over, and their note. */
export const leadHandoverQuery = (
  { db }: Db,
  pageId: string,
  { id, by, noteId }: { id: string; by: string; noteId: string },
) =>
  db
    .select({
      id: incidentTable.id,
      title: incidentTable.title,
      leadId: incidentTable.leadId,
      by: sql<string | null>`(SELECT p.name FROM person p WHERE p.id = ${by})`.as("by_name"),
      note: sql<
        string | null
      >`(SELECT n.body FROM incident_note n WHERE n.id = ${noteId} AND n.page_id = incident.page_id)`.as("note"),
    })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), eq(incidentTable.id, id)));

/** SQL for a value of the invited person's account, if they have one. */
const invited = (column: "language" | "time_zone") =>
  sql<string | null>`(SELECT ${sql.raw(`p.${column}`)} FROM person p WHERE p.email = invitation.email)`;

const inviter = sql<string | null>`(SELECT p.name FROM person p WHERE p.id = invitation.invited_by)`;

/**
 * Returns an invitation that can still be accepted, by the hash of its token; or any invitation by its id, for a
 * preview.
 */
export const pendingInvitationQuery = (
  { db }: Db,
  pageId: string,
  by: { tokenHash: string } | { id: string },
  now: number,
) =>
  db
    .select({
      role: invitationTable.role,
      expiresAt: invitationTable.expiresAt,
      inviter: inviter.as("inviter"),
      language: invited("language").as("language"),
      timeZone: invited("time_zone").as("time_zone"),
    })
    .from(invitationTable)
    .where(
      and(
        eq(invitationTable.pageId, pageId),
        "id" in by ? eq(invitationTable.id, by.id) : eq(invitationTable.tokenHash, by.tokenHash),
        "id" in by ? undefined : sql`accepted_at IS NULL AND expires_at > ${now}`,
      ),
    );
