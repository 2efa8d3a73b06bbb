import { dependencesOf } from "~/db/queries/monitor";
import { read } from "~/db/read";
import type { AlertOrigin } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";

export interface NamedOrigin {
  id: string;
  name: string;
  family: AlertOrigin;
}

/** All monitors, heartbeats and sources of the page by name: what another one may depend on. One row each, ≤ 1,000. */
export async function nameOrigins(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<NamedOrigin[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [rows] = await read(ctx, dependencesOf(ctx, pageId));
  return ok(rows.map(({ id, name, family }) => ({ id, name, family })));
}
