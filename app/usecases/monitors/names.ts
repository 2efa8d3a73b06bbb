import { dependencesOf } from "~/db/queries/monitor";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";

export interface NamedMonitor {
  id: string;
  name: string;
}

/** All of the page's monitors by name: what another one may depend on. One row each, ≤ 1,000. */
export async function nameMonitors(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<NamedMonitor[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [rows] = await read(ctx, dependencesOf(ctx, pageId));
  return ok(rows.map(({ id, name }) => ({ id, name })));
}
