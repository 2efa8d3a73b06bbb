import { permit } from "~/access/permission";
import { missing } from "~/change/answers";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { noteById } from "../queries/incident-note";
import { type NoteView, noteView } from "./list";

interface NoteAsked {
  pageId: string;
  incidentId: string;
  id: string;
}

/** Returns one note by its key. Failures: missing. */
export async function readNote(ctx: Ctx, { pageId, incidentId, id }: NoteAsked): Promise<Result<NoteView>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[found]] = await read(ctx, noteById(ctx, pageId, incidentId, id));
  return found ? ok(noteView(ctx, found)) : missing;
}
