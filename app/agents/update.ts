import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { differences, present } from "~/change/differences";
import { agent, heartbeat } from "~/db/schema";
import { updateRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import { agentEvery, rebuildPlan, shardsOfAgent } from "~/monitors/queries/shard";
import type { Ctx } from "~/platform/ctx";
import { agentAccess } from "./agent-access";
import { type UpdateAgentInput, updateAgentInput } from "./rules/input";
import { beatOf } from "./rules/report";

/** Applies another interval at once: to its heartbeat, and to the time after which its monitors become no data. */
function reportingEvery(ctx: Ctx, pageId: string, id: string, every: number, shards: readonly { id: string }[]) {
  const ids = shards.map((each) => each.id);
  const { schedule, graceSeconds } = beatOf(every);
  return [
    ...updateRows(agent, pageId, [{ id, every }]),
    ...updateRows(heartbeat, pageId, [{ id, schedule, graceSeconds, dueAt: ctx.now(), updatedAt: ctx.now() }]),
    agentEvery(pageId, id, every),
    rebuildPlan(pageId, ids),
  ];
}

/** Changes an agent's name or interval. Failures: conflict, missing, invalid. */
export const updateAgent = (ctx: Ctx, given: UpdateAgentInput): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    {
      ...agentAccess,
      input: updateAgentInput,
      facts: (_, { pageId, id }) => ({ shards: shardsOfAgent(ctx, pageId, id) }),
    },
    given,
    ({ row, fields, shards }) => {
      const { before, after } = differences(row, present(fields));
      const every = fields.every ?? row.every;
      return ok({
        action: "agent.update",
        fields: present({ name: fields.name }),
        changes: every === row.every ? [] : reportingEvery(ctx, row.pageId, row.id, every, shards),
        before,
        after,
      });
    },
  );
