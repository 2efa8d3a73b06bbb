import { archivedComponents } from "~/db/queries/component";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";

export interface ArchivedComponent {
  id: string;
  name: string;
  archivedAt: number;
  version: number;
}

/** What was taken off the page, the last one first. */
export async function listArchived(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<ArchivedComponent[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [found] = await read(ctx, archivedComponents(ctx, pageId));
  return ok(found.map(({ id, name, archivedAt, version }) => ({ id, name, archivedAt: archivedAt ?? 0, version })));
}
