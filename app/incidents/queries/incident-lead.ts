import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { incidentTable, membershipTable, personTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** Column with the name of an incident's lead; null = nobody. */
export const incidentLeadColumn = sql<string | null>`(SELECT p.name FROM person p WHERE p.id = incident.lead_id)`.as(
  "lead",
);

/** Reads what a change of the lead is decided on. Forms of updates stay valid, so `staleBefore` is not read. */
export const leadOfIncidentQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({
      id: incidentTable.id,
      version: incidentTable.version,
      visibility: incidentTable.visibility,
      leadId: incidentTable.leadId,
    })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), eq(incidentTable.id, id)));

/** Sets the lead; visitors' time of the last change stays as it is. */
export const setLeadStatement = (pageId: string, id: string, leadId: string | null): SqlStatement => ({
  sql: "UPDATE incident SET lead_id = ?3, version = version + 1 WHERE page_id = ?1 AND id = ?2",
  params: [pageId, id, leadId],
});

/** Gives the lead to a member who may lead, unless someone leads already; in the commit that publishes the incident. */
export const leadUnlessLedStatement = (pageId: string, id: string, personId: string): SqlStatement => ({
  sql: `UPDATE incident SET lead_id = ?3 WHERE page_id = ?1 AND id = ?2 AND lead_id IS NULL
    AND EXISTS (SELECT 1 FROM membership m WHERE m.page_id = ?1 AND m.person_id = ?3 AND m.role <> 'viewer')`,
  params: [pageId, id, personId],
});

/** Lists the members who may lead: viewers and disabled people can change no incident. */
export const leadCandidatesOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ id: personTable.id, name: personTable.name })
    .from(membershipTable)
    .innerJoin(personTable, eq(personTable.id, membershipTable.personId))
    .where(
      and(
        eq(membershipTable.pageId, pageId),
        ne(membershipTable.role, "viewer"),
        eq(personTable.kind, "human"),
        isNull(personTable.disabledAt),
      ),
    )
    .orderBy(personTable.name, personTable.id)
    .limit(1000);

const mayLead = `page_id = ?1 AND person_id = ?2 AND role <> 'viewer'
  AND NOT EXISTS (SELECT 1 FROM person p WHERE p.id = ?2 AND p.disabled_at IS NOT NULL)`;

/** Reads whether the person may lead incidents of the page; no row for nobody. */
export const leadCandidateQuery = ({ db }: Db, pageId: string, personId: string | null) =>
  db
    .select({ id: membershipTable.personId })
    .from(membershipTable)
    .leftJoin(personTable, eq(personTable.id, membershipTable.personId))
    .where(
      and(
        eq(membershipTable.pageId, pageId),
        eq(membershipTable.personId, personId ?? ""),
        ne(membershipTable.role, "viewer"),
        isNull(personTable.disabledAt),
      ),
    );

/** Guards that the person still may lead, for a hand-over beside which they leave, become a viewer or are disabled. */
export const guardLeadIsCandidateStatement = (pageId: string, personId: string): SqlStatement =>
  guardTableStatement(membershipTable, { unless: mayLead }, [pageId, personId]);

/** Leaves the incidents of someone who leaves the page to nobody. */
export const endLeadsOfPersonStatement = (pageId: string, personId: string): SqlStatement => ({
  sql: "UPDATE incident SET lead_id = NULL, version = version + 1 WHERE page_id = ?1 AND lead_id = ?2",
  params: [pageId, personId],
});

/** Leaves the incidents of someone who is disabled to nobody, on all pages: only a member leads. */
export const endLeadsOfDisabledStatement = (personId: string): SqlStatement => ({
  sql: `UPDATE incident SET lead_id = NULL, version = version + 1
    WHERE page_id IN (SELECT m.page_id FROM membership m WHERE m.person_id = ?1) AND lead_id = ?1`,
  params: [personId],
});
