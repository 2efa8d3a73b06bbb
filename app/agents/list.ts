import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { agentsOf } from "./queries/agent";
import { type AgentRow, agentView } from "./view";

/** Lists the page’s agents by name. */
export async function listAgents(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<AgentRow[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [rows] = await read(ctx, agentsOf(ctx, pageId));
  return ok(rows.map((row) => agentView(row, ctx.now())));
}
