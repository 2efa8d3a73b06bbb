import { and, asc, eq, sql } from "drizzle-orm";
import { incidentTable, pageTable, proposalTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** SQL that is true while its incident is open and was not resolved since, also when it was reopened. */
const isUndecidedSql = `(proposal.incident_id IS NULL OR EXISTS (
  SELECT 1 FROM incident i WHERE i.id = proposal.incident_id AND i.page_id = proposal.page_id AND i.closed = 0
    AND NOT EXISTS (SELECT 1 FROM incident_update u WHERE u.incident_id = i.id AND u.status = 'resolved'
      AND u.created_at >= proposal.created_at)))`;

/** SQL for the drafts and postmortems of a page that tokens wrote: those of open incidents by their index, these by theirs. */
const draftCountSql = (page: string) => `((SELECT count(*) FROM incident d
  WHERE d.page_id = ${page} AND d.closed = 0 AND d.proposed_by IS NOT NULL)
  + (SELECT count(*) FROM incident d WHERE d.page_id = ${page} AND d.postmortem_by IS NOT NULL))`;

const isOpen = (now: number) => sql`proposal.expires_at > ${now} AND ${sql.raw(isUndecidedSql)}`;

const proposerName = (column: string) =>
  sql<string | null>`${sql.raw(`(SELECT w.name FROM person w WHERE w.id = ${column}->>'$.personId')`)}`;

/** Columns of an incident: the names of the people whose tokens drafted it and its postmortem; null for any other. */
export const incidentProposerColumns = {
  proposerName: proposerName("incident.proposed_by").as("proposer_name"),
  postmortemProposerName: proposerName("incident.postmortem_by").as("postmortem_proposer_name"),
};

const columns = {
  row: proposalTable,
  proposerName: proposerName("proposal.proposed_by").as("proposer_name"),
  incidentTitle: sql<string | null>`(SELECT i.title FROM incident i WHERE i.id = proposal.incident_id)`.as(
    "incident_title",
  ),
};

/** Lists the open proposals of a page, the oldest first; by the index of the page, at most a few dozen rows. */
export const openProposalsOfPageQuery = ({ db }: Db, pageId: string, now: number) =>
  db
    .select(columns)
    .from(proposalTable)
    .where(and(eq(proposalTable.pageId, pageId), isOpen(now)))
    .orderBy(asc(proposalTable.createdAt), asc(proposalTable.id));

/** Selects the open proposals of one incident. */
export const openProposalsOfIncidentQuery = ({ db }: Db, pageId: string, incidentId: string, now: number) =>
  db
    .select(columns)
    .from(proposalTable)
    .where(and(eq(proposalTable.pageId, pageId), eq(proposalTable.incidentId, incidentId), isOpen(now)))
    .orderBy(asc(proposalTable.createdAt), asc(proposalTable.id));

/** Selects a proposal if it is still open. */
export const openProposalByIdQuery = ({ db }: Db, pageId: string, id: string, now: number) =>
  db
    .select(columns)
    .from(proposalTable)
    .where(and(eq(proposalTable.pageId, pageId), eq(proposalTable.id, id), isOpen(now)));

/** Lists the postmortems of a page that tokens wrote; by the index of those alone. */
export const proposedPostmortemsQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      id: incidentTable.id,
      title: incidentTable.title,
      by: incidentTable.postmortemBy,
      name: proposerName("incident.postmortem_by").as("postmortem_proposer_name"),
    })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), sql`incident.postmortem_by IS NOT NULL`))
    .orderBy(asc(incidentTable.postmortemUpdatedAt), asc(incidentTable.id));

/** Column of a page: the number of its open proposals and of postmortems that tokens wrote. */
export const openProposalsColumn = (now: number) =>
  sql<number>`(SELECT count(*) FROM proposal WHERE proposal.page_id = page.id AND ${isOpen(now)})
    + (SELECT count(*) FROM incident d WHERE d.page_id = page.id AND d.postmortem_by IS NOT NULL)`.as("open_proposals");

/** Counts the open proposals of a page, with its drafts by tokens. */
export const openProposalCountQuery = ({ db }: Db, pageId: string, now: number) =>
  db
    .select({
      count: sql<number>`(SELECT count(*) FROM proposal WHERE proposal.page_id = page.id AND ${isOpen(now)})
        + ${sql.raw(draftCountSql("page.id"))}`.as("open_count"),
    })
    .from(pageTable)
    .where(eq(pageTable.id, pageId));

export type OpenProposalCount = Awaited<ReturnType<typeof openProposalCountQuery>>;

/** Guards that the page has as many as were counted: when two propose at once, the second is decided again. */
export const guardOpenProposalCountStatement = (pageId: string, now: number, count: number): SqlStatement =>
  guardTableStatement(
    proposalTable,
    {
      lost: `(SELECT count(*) FROM proposal WHERE proposal.page_id = ?1 AND proposal.expires_at > ?2
        AND ${isUndecidedSql}) + ${draftCountSql("?1")} <> ?3`,
    },
    [pageId, now, count],
  );

/** Guards that nobody has published or dismissed the proposal meanwhile. */
export const guardProposalIsThereStatement = (pageId: string, id: string): SqlStatement =>
  guardTableStatement(proposalTable, { unless: "page_id = ?1 AND id = ?2" }, [pageId, id]);

/** Deletes a proposal that a person has taken up or dismissed. */
export const deleteProposalStatement = (pageId: string, id: string): SqlStatement => ({
  sql: "DELETE FROM proposal WHERE page_id = ?1 AND id = ?2",
  params: [pageId, id],
});

/** Deletes the proposals of a page that are over, so that it never has many more rows than may be open. */
export const deleteOverProposalsStatement = (pageId: string, now: number): SqlStatement => ({
  sql: `DELETE FROM proposal WHERE page_id = ?1 AND NOT (expires_at > ?2 AND ${isUndecidedSql})`,
  params: [pageId, now],
});
