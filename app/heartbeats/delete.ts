import { agentById } from "~/agents/queries/agent";
import { partFrom } from "~/alert-rules/only-watched";
import { aloneOf } from "~/alert-rules/queries/watching";
import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { fail, ok, type Result } from "~/failures/failure";
import { leftBehindBy } from "~/incidents/queries/left-behind";
import { forgetHeartbeats } from "~/monitors/queries/monitor-rows";
import type { Ctx } from "~/platform/ctx";
import { oneHeartbeat } from "./one";
import { type HeartbeatTarget, heartbeatTarget } from "./rules/input";

const facts = (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => ({
  agents: agentById(ctx, pageId, id),
  ...aloneOf(ctx, { pageId, id }),
  left: leftBehindBy(ctx, pageId, { sources: [id] }),
});

/**
 * Deletes a heartbeat with its pings and its rule; its alert ends, its addresses answer 404. Failures: conflict
 * (`of_agent`: it belongs to an agent), missing.
 */
export const deleteHeartbeat = (ctx: Ctx, given: HeartbeatTarget): Promise<Result<Done>> =>
  changeOne(
    ctx,
    { ...oneHeartbeat, input: heartbeatTarget, settles: true, facts },
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
