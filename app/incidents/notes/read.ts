import { readOnPage } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { noteById } from "../queries/incident-note";
import { type NoteView, noteView } from "./list";

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
