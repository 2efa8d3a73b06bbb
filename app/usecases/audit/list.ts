import { auditList } from "~/db/queries/audit";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/failure";
import { permit } from "~/rules/permission";
import { paged, pageSize, readCursor } from "../cursor";

export interface ListedEntry {
  id: string;
  at: number;
  /** A name for people to read. */
  actor: string;
  actorKind: string;
  action: string;
  subjectKind: string;
  subjectId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface ListedEntries {
  entries: ListedEntry[];
  /** Hand it in again to go on; null at the end. */
  before: string | null;
}

/** The audit log of a page, newest first, 50 at a time. */
export async function listAudit(ctx: Ctx, given: { pageId: string; before?: string }): Promise<Result<ListedEntries>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "viewer");
  if (!may.ok) return may;
  const [found] = await read(ctx, auditList(ctx, given.pageId, readCursor(given.before), pageSize + 1));
  const { rows, before } = paged(found, pageSize, ({ row }) => [row.at, row.id]);
  const entries = rows.map(({ row, actorName }) => ({
    id: row.id,
    at: row.at,
    actor: actorName ?? row.actorId ?? row.actorKind,
    actorKind: row.actorKind,
    action: row.action,
    subjectKind: row.subjectKind,
    subjectId: row.subjectId,
    before: row.before,
    after: row.after,
  }));
  return ok({ entries, before });
}
