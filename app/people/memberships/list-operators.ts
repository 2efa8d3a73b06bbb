import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { operatorsAbove } from "../queries/membership";

/** Lists the names of the deployment's operators who are not members of the page and cannot see it. For owners. */
export async function listOperatorsAbove(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<string[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "owner");
  if (!may.ok) return may;
  const [rows] = await read(ctx, operatorsAbove(ctx, pageId));
  return ok(rows.map(({ name }) => name));
}
