import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type AgentRow, agentView } from "./agent-view";
import { agentsOf } from "./queries/agent";

/** Lists the page’s agents by name. */
export const listAgents = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<AgentRow[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [agentsOf(ctx, pageId)], ([rows]) =>
    ok(rows.map((row) => agentView(row, ctx.now()))),
  );
