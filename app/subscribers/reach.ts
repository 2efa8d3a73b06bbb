import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { reachCount } from "./queries/subscriber";

export interface ReachAsked {
  pageId: string;
  incidentId?: string;
  /** Component ids; absent = those of `of`. */
  componentIds?: readonly string[];
  /** Subject whose components count, which the query reads itself. */
  of?: { incident: string } | { series: string };
}

/** Returns how many people a notice about these components would reach now. Walks the page's subscribers. */
export async function reachOf(
  ctx: Ctx,
  { pageId, of, componentIds = [], incidentId = of && "incident" in of ? of.incident : "" }: ReachAsked,
): Promise<Result<{ people: number }>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[found]] = await read(ctx, reachCount(ctx, pageId, of ?? componentIds, incidentId));
  return ok({ people: found?.people ?? 0 });
}
