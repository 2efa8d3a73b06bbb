import { soleWatcherQueries } from "~/alert-rules/queries/observed-components";
import { partFrom } from "~/alert-rules/unwatched-after-delete";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { agent } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import { incidentsLeftBehindBy } from "~/incidents/queries/left-behind-incidents";
import { forgetHeartbeats } from "~/monitors/queries/monitor-rows";
import type { Ctx } from "~/platform/ctx";
import { agentAccess } from "./agent-access";
import { checksNothing } from "./queries/agent";
import { type AgentTarget, agentTarget } from "./rules/input";

const hasMonitors = fail({ name: "conflict", code: "has_monitors", detail: "agent.has_monitors" });

const facts = (ctx: Ctx, of: { pageId: string; id: string }) => ({
  ...soleWatcherQueries(ctx, of),
  left: incidentsLeftBehindBy(ctx, of.pageId, { sources: [of.id] }),
});

/** Deletes an agent with its heartbeat. Failures: conflict (`has_monitors`: it still checks some), missing. */
export const deleteAgent = (ctx: Ctx, given: AgentTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...agentAccess, input: agentTarget, facts, settles: true }, given, ({ row, alone, left }) => {
    const { id, pageId, name, monitors } = row;
    if (monitors > 0) return hasMonitors;
    const parted = partFrom(ctx, pageId, left);
    return ok({
      action: "agent.delete",
      leftUnwatched: alone,
      observers: { sources: [id] },
      guards: [checksNothing(pageId, id)],
      changes: [
        ...deleteRows(agent, pageId, [{ id }]),
        ...forgetHeartbeats(pageId, [id], ctx.now()),
        ...parted.changes,
      ],
      notices: parted.notices,
      before: { name },
    });
  });
