import { permit } from "~/access/permission";
import { authorOf } from "~/db/author";
import { incidentNote } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { noteById } from "../queries/incident-note";

type StoredNote = typeof incidentNote.$inferSelect;

/** The lookup of a note for its changes. */
export const noteAccess = {
  role: "responder",
  subject: "incident_note",
  table: incidentNote,
  row: (ctx: Ctx, { pageId, incidentId, id }: { pageId: string; incidentId: string; id: string }) =>
    noteById(ctx, pageId, incidentId, id),
  find: ([found]: { row: StoredNote }[]) => found?.row,
} as const;

/** Permits its author and every admin. */
export function permitNote(ctx: Ctx, { pageId, authorId }: Pick<StoredNote, "pageId" | "authorId">): Result<unknown> {
  const isOwn = authorId !== null && authorId === authorOf(ctx).authorId;
  return isOwn ? ok(true) : permit(ctx.actor, ctx.member, pageId, "admin");
}
