import { agentById } from "~/db/queries/agent";
import { forgetBodies } from "~/db/queries/heartbeat";
import { forgetSource } from "~/db/queries/source";
import { heartbeat, source } from "~/db/schema";
import { deleteRows, type Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { type HeartbeatTarget, heartbeatTarget } from "~/rules/heartbeats/input";
import type { Done } from "../change/answers";
import { changeOne } from "../change/change-one";
import { oneHeartbeat } from "./one";

/** With its source, its pings and its rule; what fires ends. */
export const forgetHeartbeat = (pageId: string, id: string, now: number): Statement[] => [
  ...forgetSource(pageId, id, now),
  ...deleteRows(source, pageId, [{ id }]),
  ...deleteRows(heartbeat, pageId, [{ id }]),
  forgetBodies(id),
];

const facts = (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => ({ agents: agentById(ctx, pageId, id) });

/** Deletes it with its pings and its rule; its alert ends, its addresses answer 404. Failures: conflict (`of_agent`: it is one’s), missing. */
export const deleteHeartbeat = (ctx: Ctx, given: HeartbeatTarget): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneHeartbeat, input: heartbeatTarget, settles: true, facts }, given, ({ row, agents }) => {
    const { id, pageId, name, slug, state } = row;
    if (agents.length > 0) return fail({ name: "conflict", code: "of_agent", detail: "heartbeat.of_agent" });
    return ok({
      action: "heartbeat.delete",
      changes: forgetHeartbeat(pageId, id, ctx.now()),
      before: { name, slug, state },
    });
  });
