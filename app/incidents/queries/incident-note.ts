import { and, desc, eq, sql } from "drizzle-orm";
import { incidentNoteTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

const withAuthor = {
  row: incidentNoteTable,
  author: sql<string | null>`(SELECT p.name FROM person p WHERE p.id = incident_note.author_id)`.as("author"),
  handedTo: sql<string | null>`(SELECT p.name FROM person p WHERE p.id = incident_note.lead_id)`.as("handed_to"),
};

const ofIncident = (pageId: string, incidentId: string) =>
  and(eq(incidentNoteTable.pageId, pageId), eq(incidentNoteTable.incidentId, incidentId));

/** Lists notes, newest first. */
export const notesOfIncidentQuery = ({ db }: Db, pageId: string, incidentId: string, limit: number) =>
  db
    .select(withAuthor)
    .from(incidentNoteTable)
    .where(ofIncident(pageId, incidentId))
    .orderBy(desc(incidentNoteTable.createdAt), desc(incidentNoteTable.id))
    .limit(limit);

export const incidentNoteByIdQuery = ({ db }: Db, pageId: string, incidentId: string, id: string) =>
  db
    .select(withAuthor)
    .from(incidentNoteTable)
    .where(and(ofIncident(pageId, incidentId), eq(incidentNoteTable.id, id)));

export const incidentNoteCountQuery = ({ db }: Db, pageId: string, incidentId: string) =>
  db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(incidentNoteTable)
    .where(ofIncident(pageId, incidentId));
