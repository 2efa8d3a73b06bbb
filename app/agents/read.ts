import { readOnPage } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import type { ShownState } from "~/monitors/rules/input";
import type { Ctx } from "~/platform/ctx";
import { type AgentRow, agentView } from "./agent-view";
import { agentById, monitorsOfAgent } from "./queries/agent";
import { secretOf } from "./secret";

export interface AgentDetail extends AgentRow {
  /** True when it has a readable secret; without one all its calls are refused. */
  hasSecret: boolean;
  /** Address and program of the last report. */
  from: string | null;
  /** Address to which results are sent, and from which checks are fetched. */
  address: string;
  checks: { id: string; name: string; kind: string; kindTitle: string; state: ShownState }[];
}

export const addressOf = (ctx: Ctx, id: string): string => `${ctx.config.origin}/ingest/agents/${id}`;

/** Returns one agent with its checks. Failures: missing. */
export const readAgent = (ctx: Ctx, { pageId, id }: { pageId: string; id: string }): Promise<Result<AgentDetail>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [agentById(ctx, pageId, id), monitorsOfAgent(ctx, pageId, id, ctx.now())],
    async ([[row], monitors]) => {
      if (!row) return missingFailure;
      return ok({
        ...agentView(row, ctx.now()),
        hasSecret: (await secretOf(ctx, row)) !== null,
        from: row.pings.at(-1)?.from ?? null,
        address: addressOf(ctx, id),
        checks: monitors.map(({ shown, ...each }) => ({
          ...each,
          kindTitle: monitorKindOf(each.kind)?.title ?? each.kind,
          state: shown as ShownState,
        })),
      });
    },
  );
