import { and, eq, sql } from "drizzle-orm";
import { incident, membership } from "~/db/schema";
import { guardTableCondition, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** Column with the name of an incident's lead; null = nobody. */
export const incidentLeadColumn = sql<string | null>`(SELECT p.name FROM person p WHERE p.id = incident.lead_id)`.as(
  "lead",
);

/** Reads what a change of the lead is decided on. Forms of updates stay valid, so `staleBefore` is not read. */
export const leadOfIncident = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({
      id: incident.id,
      version: incident.version,
      visibility: incident.visibility,
      leadId: incident.leadId,
    })
    .from(incident)
    .where(and(eq(incident.pageId, pageId), eq(incident.id, id)));

/** Sets the lead; visitors' time of the last change stays as it is. */
export const setLeadStatement = (pageId: string, id: string, leadId: string | null): SqlStatement => ({
  sql: "UPDATE incident SET lead_id = ?3, version = version + 1 WHERE page_id = ?1 AND id = ?2",
  params: [pageId, id, leadId],
});

/** Guards that the person is still a member, for a hand-over beside which they leave. */
export const guardLeadIsMember = (pageId: string, personId: string): SqlStatement =>
  guardTableCondition(membership, { unless: "page_id = ?1 AND person_id = ?2" }, [pageId, personId]);

/** Leaves the incidents of someone who leaves the page to nobody. */
export const endLeadsOfPersonStatement = (pageId: string, personId: string): SqlStatement => ({
  sql: "UPDATE incident SET lead_id = NULL, version = version + 1 WHERE page_id = ?1 AND lead_id = ?2",
  params: [pageId, personId],
});
