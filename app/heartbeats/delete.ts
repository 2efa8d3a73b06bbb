import { agentById } from "~/agents/queries/agent";
import { soleWatcherQueries } from "~/alert-rules/queries/observed-components";
import { partFrom } from "~/alert-rules/unwatched-after-delete";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { fail, ok, type Result } from "~/failures/failure";
import { incidentsLeftBehindBy } from "~/incidents/queries/left-behind-incidents";
import { forgetHeartbeats } from "~/monitors/queries/monitor-rows";
import type { Ctx } from "~/platform/ctx";
import { heartbeatAccess } from "./heartbeat-access";
import { type HeartbeatTarget, heartbeatTarget } from "./rules/input";

const facts = (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => ({
  agents: agentById(ctx, pageId, id),
  ...soleWatcherQueries(ctx, { pageId, id }),
  left: incidentsLeftBehindBy(ctx, pageId, { sources: [id] }),
});

/**
 * Deletes a heartbeat with its pings and its rule; its alert ends, its addresses answer 404. Failures: conflict
 * (`of_agent`: it belongs to an agent), missing.
 */
export const deleteHeartbeat = (ctx: Ctx, given: HeartbeatTarget): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    { ...heartbeatAccess, input: heartbeatTarget, settles: true, facts },
    given,
    ({ row, agents, alone, left }) => {
      const { id, pageId, name, slug, state } = row;
      if (agents.length > 0) return fail({ name: "conflict", code: "of_agent", detail: "heartbeat.of_agent" });
      const parted = partFrom(ctx, pageId, left);
      return ok({
        action: "heartbeat.delete",
        leftUnwatched: alone,
        changes: [...forgetHeartbeats(pageId, [id], ctx.now()), ...parted.changes],
        notices: parted.notices,
        observers: { sources: [id] },
        before: { name, slug, state },
      });
    },
  );
