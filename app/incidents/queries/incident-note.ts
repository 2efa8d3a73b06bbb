import { and, desc, eq, sql } from "drizzle-orm";
import { incidentNote } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

const withAuthor = {
  row: incidentNote,
  author: sql<string | null>`(SELECT p.name FROM person p WHERE p.id = incident_note.author_id)`.as("author"),
  handedTo: sql<string | null>`(SELECT p.name FROM person p WHERE p.id = incident_note.lead_id)`.as("handed_to"),
};

const ofIncident = (pageId: string, incidentId: string) =>
  and(eq(incidentNote.pageId, pageId), eq(incidentNote.incidentId, incidentId));

/** Lists notes, newest first. */
export const notesOfIncidentQuery = ({ db }: Db, pageId: string, incidentId: string, limit: number) =>
  db
    .select(withAuthor)
    .from(incidentNote)
    .where(ofIncident(pageId, incidentId))
    .orderBy(desc(incidentNote.createdAt), desc(incidentNote.id))
    .limit(limit);

export const incidentNoteByIdQuery = ({ db }: Db, pageId: string, incidentId: string, id: string) =>
  db
    .select(withAuthor)
    .from(incidentNote)
    .where(and(ofIncident(pageId, incidentId), eq(incidentNote.id, id)));

export const incidentNoteCountQuery = ({ db }: Db, pageId: string, incidentId: string) =>
  db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(incidentNote)
    .where(ofIncident(pageId, incidentId));
