import { permit } from "~/access/permission";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { createOne } from "~/change/create-one";
import { readOnPage } from "~/change/read-permitted";
import { authorOf } from "~/db/author";
import { incidentNote } from "~/db/schema";
import { deleteRows, insertRows } from "~/db/write";
import { fail, goneFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { authorName } from "~/text/author-name";
import { incidentById } from "../queries/incident";
import { noteById, noteCount, notesOf } from "../queries/incident-note";
import {
  type AddNoteInput,
  addNoteInput,
  type EditNoteInput,
  editNoteInput,
  maxNotes,
  type NoteTarget,
  noteTarget,
} from "../rules/note-input";

export type { AddNoteInput, EditNoteInput, NoteTarget };

type StoredNote = typeof incidentNote.$inferSelect;

/** The lookup of a note for its changes. */
const noteAccess = {
  role: "responder",
  subject: "incident_note",
  table: incidentNote,
  row: (ctx: Ctx, { pageId, incidentId, id }: { pageId: string; incidentId: string; id: string }) =>
    noteById(ctx, pageId, incidentId, id),
  find: ([found]: { row: StoredNote }[]) => found?.row,
} as const;

/** Permits its author and every admin. */
function permitNote(ctx: Ctx, { pageId, authorId }: Pick<StoredNote, "pageId" | "authorId">): Result<unknown> {
  const isOwn = authorId !== null && authorId === authorOf(ctx).authorId;
  return isOwn ? ok(true) : permit(ctx.actor, ctx.member, pageId, "admin");
}

/** A note as the team reads it; instants in ms. */
export interface NoteView {
  id: string;
  body: string;
  /** A name for people to read. */
  author: string;
  /** True when the reader may change and delete it. */
  isOwn: boolean;
  version: number;
  createdAt: number;
  updatedAt: number;
}

type NoteRow = Awaited<ReturnType<typeof notesOf>>[number];

export function noteView(ctx: Ctx, { row, author }: NoteRow): NoteView {
  const { id, body, version, createdAt, updatedAt } = row;
  return { id, body, author: authorName(row, author), isOwn: permitNote(ctx, row).ok, version, createdAt, updatedAt };
}

/** Lists the private notes of an incident, newest first. 2 statements. */
export const listNotes = (
  ctx: Ctx,
  { pageId, incidentId }: { pageId: string; incidentId: string },
): Promise<Result<NoteView[]>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [incidentById(ctx, pageId, incidentId), notesOf(ctx, pageId, incidentId, maxNotes)],
    ([[found], notes]) => (found ? ok(notes.map((each) => noteView(ctx, each))) : missingFailure),
  );

interface NoteQuery {
  pageId: string;
  incidentId: string;
  id: string;
}

/** Returns one note by its key. Failures: missing. */
export const readNote = (ctx: Ctx, { pageId, incidentId, id }: NoteQuery): Promise<Result<NoteView>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [noteById(ctx, pageId, incidentId, id)], ([[found]]) =>
    found ? ok(noteView(ctx, found)) : missingFailure,
  );

const limit = refusalFor("incident.notes_limit", { most: maxNotes });

/**
 * Adds a private note for the team, beside the updates. Failures: invalid, missing, gone (withdrawn), conflict
 * `too_many`.
 */
export const addNote = (ctx: Ctx, given: AddNoteInput): Promise<Result<ChangeResult>> =>
  createOne(
    ctx,
    {
      role: "responder",
      subject: "incident_note",
      input: addNoteInput,
      facts: (_, { pageId, incidentId }) => ({
        found: incidentById(ctx, pageId, incidentId),
        notes: noteCount(ctx, pageId, incidentId),
      }),
    },
    given,
    ({ id, input: { pageId, incidentId, body }, found: [found], notes: [notes] }) => {
      if (!found) return missingFailure;
      if (found.row.visibility === "withdrawn") return goneFailure;
      if ((notes?.count ?? 0) >= maxNotes) return fail({ name: "conflict", code: "too_many", detail: limit });
      const now = ctx.now();
      const row = { id, pageId, incidentId, body, ...authorOf(ctx), createdAt: now, updatedAt: now };
      return ok({
        action: "incident.note_add",
        changes: insertRows(incidentNote, [row]),
        after: { incidentId, body },
      });
    },
  );

/** Changes a note's text; the audit log keeps the former one. Failures: invalid, forbidden, conflict, missing. */
export const editNote = (ctx: Ctx, given: EditNoteInput): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...noteAccess, input: editNoteInput }, given, ({ row, input: { body } }) => {
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
export const deleteNote = (ctx: Ctx, given: NoteTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...noteAccess, input: noteTarget }, given, ({ row }) => {
    const may = permitNote(ctx, row);
    if (!may.ok) return may;
    const { id, pageId, incidentId, body } = row;
    return ok({
      action: "incident.note_delete",
      changes: deleteRows(incidentNote, pageId, [{ id }]),
      before: { incidentId, body },
    });
  });
