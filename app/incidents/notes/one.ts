import { permit } from "~/access/permission";
import { authorOf } from "~/db/author";
import { incidentNote } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { noteById } from "../queries/incident-note";

type Row = typeof incidentNote.$inferSelect;

/** The lookup of a note for its changes. */
export const oneNote = {
  role: "responder",
  subject: "incident_note",
  table: incidentNote,
  row: (ctx: Ctx, { pageId, incidentId, id }: { pageId: string; incidentId: string; id: string }) =>
    noteById(ctx, pageId, incidentId, id),
  find: ([found]: { row: Row }[]) => found?.row,
} as const;

/** Permits its author and every admin. */
export function permitNote(ctx: Ctx, { pageId, authorId }: Pick<Row, "pageId" | "authorId">): Result<unknown> {
  const isOwn = authorId !== null && authorId === authorOf(ctx).authorId;
  return isOwn ? ok(true) : permit(ctx.actor, ctx.member, pageId, "admin");
}
