import { readOnPage } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { authorName } from "~/text/author-name";
import { incidentById } from "../queries/incident";
import { notesOf } from "../queries/incident-note";
import { maxNotes } from "../rules/note-input";
import { permitNote } from "./note-access";

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
