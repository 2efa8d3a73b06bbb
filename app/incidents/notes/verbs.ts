import { permitRole } from "~/access/permission";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { createOneRow } from "~/change/create-one";
import { readOnPage } from "~/change/read-permitted";
import { updateAuthorOf } from "~/db/author";
import { incidentNoteTable } from "~/db/schema";
import { deleteRowsStatements, insertRowsStatements } from "~/db/write";
import { goneFailure, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { authorName } from "~/text/author-name";
import { incidentByIdQuery } from "../queries/incident";
import { incidentNoteByIdQuery, incidentNoteCountQuery, notesOfIncidentQuery } from "../queries/incident-note";
import {
  type AddIncidentNoteInput,
  addIncidentNoteInputSchema,
  type EditIncidentNoteInput,
  editIncidentNoteInputSchema,
  type IncidentNoteTargetInput,
  incidentNoteTargetInputSchema,
  maxNotesPerIncident,
  tooManyNotesFailure,
} from "../rules/note-input";

export type { AddIncidentNoteInput, EditIncidentNoteInput };

type StoredNote = typeof incidentNoteTable.$inferSelect;

/** The lookup of a note for its changes. */
const noteAccess = {
  role: "responder",
  subject: "incident_note",
  table: incidentNoteTable,
  row: (ctx: Ctx, { pageId, incidentId, id }: { pageId: string; incidentId: string; id: string }) =>
    incidentNoteByIdQuery(ctx, pageId, incidentId, id),
  find: ([found]: { row: StoredNote }[]) => found?.row,
} as const;

/** Permits its author and every admin. */
function permitNote(ctx: Ctx, { pageId, authorId }: Pick<StoredNote, "pageId" | "authorId">): Result<unknown> {
  const isOwn = authorId !== null && authorId === updateAuthorOf(ctx).authorId;
  return isOwn ? ok(true) : permitRole(ctx.actor, ctx.member, pageId, "admin");
}

/** A note as the team reads it; instants in ms. */
export interface IncidentNoteView {
  id: string;
  body: string;
  /** Name of the member to whom the lead was handed with it; null for any other note. */
  handedTo: string | null;
  /** A name for people to read. */
  author: string;
  /** True when the reader may change and delete it. */
  isOwn: boolean;
  version: number;
  createdAt: number;
  updatedAt: number;
}

type NoteRow = Awaited<ReturnType<typeof notesOfIncidentQuery>>[number];

export function incidentNoteView(ctx: Ctx, { row, author, handedTo }: NoteRow): IncidentNoteView {
  const { id, body, version, createdAt, updatedAt } = row;
  const isOwn = permitNote(ctx, row).ok;
  return { id, body, handedTo, author: authorName(row, author), isOwn, version, createdAt, updatedAt };
}

/** Lists the private notes of an incident, newest first. 2 statements. */
export const listIncidentNotes = (
  ctx: Ctx,
  { pageId, incidentId }: { pageId: string; incidentId: string },
): Promise<Result<IncidentNoteView[]>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [incidentByIdQuery(ctx, pageId, incidentId), notesOfIncidentQuery(ctx, pageId, incidentId, maxNotesPerIncident)],
    ([[found], notes]) => (found ? ok(notes.map((each) => incidentNoteView(ctx, each))) : missingFailure),
  );

interface NoteQuery {
  pageId: string;
  incidentId: string;
  id: string;
}

/** Returns one note by its key. Failures: missing. */
export const readIncidentNote = (ctx: Ctx, { pageId, incidentId, id }: NoteQuery): Promise<Result<IncidentNoteView>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [incidentNoteByIdQuery(ctx, pageId, incidentId, id)], ([[found]]) =>
    found ? ok(incidentNoteView(ctx, found)) : missingFailure,
  );

/**
 * Adds a private note for the team to the incident. Failures: invalid, missing, gone (withdrawn), conflict `too_many`.
 */
export const addIncidentNote = (ctx: Ctx, given: AddIncidentNoteInput): Promise<Result<ChangeResult>> =>
  createOneRow(
    ctx,
    {
      role: "responder",
      subject: "incident_note",
      input: addIncidentNoteInputSchema,
      facts: (_, { pageId, incidentId }) => ({
        found: incidentByIdQuery(ctx, pageId, incidentId),
        notes: incidentNoteCountQuery(ctx, pageId, incidentId),
      }),
    },
    given,
    ({ id, input: { pageId, incidentId, body }, found: [found], notes: [notes] }) => {
      if (!found) return missingFailure;
      if (found.row.visibility === "withdrawn") return goneFailure;
      if ((notes?.count ?? 0) >= maxNotesPerIncident) return tooManyNotesFailure;
      const now = ctx.now();
      const row = { id, pageId, incidentId, body, ...updateAuthorOf(ctx), createdAt: now, updatedAt: now };
      return ok({
        action: "incident.note_add",
        changes: insertRowsStatements(incidentNoteTable, [row]),
        after: { incidentId, body },
      });
    },
  );

/** Changes a note's text; the audit log keeps the former one. Failures: invalid, forbidden, conflict, missing. */
export const editIncidentNote = (ctx: Ctx, given: EditIncidentNoteInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...noteAccess, input: editIncidentNoteInputSchema }, given, ({ row, input: { body } }) => {
    const may = permitNote(ctx, row);
    if (!may.ok) return may;
    if (row.body === body) return ok(null);
    return ok({
      action: "incident.note_edit",
      fields: { body },
      before: { body: row.body },
      after: { incidentId: row.incidentId, body },
    });
  });

/** Deletes a note; the audit log keeps it. Failures: forbidden, conflict, missing. */
export const deleteIncidentNote = (ctx: Ctx, given: IncidentNoteTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...noteAccess, input: incidentNoteTargetInputSchema }, given, ({ row }) => {
    const may = permitNote(ctx, row);
    if (!may.ok) return may;
    const { id, pageId, incidentId, body } = row;
    return ok({
      action: "incident.note_delete",
      changes: deleteRowsStatements(incidentNoteTable, pageId, [{ id }]),
      before: { incidentId, body },
    });
  });
