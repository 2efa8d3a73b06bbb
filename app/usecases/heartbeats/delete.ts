import { forgetBodies } from "~/db/queries/heartbeat";
import { forgetSource } from "~/db/queries/source";
import { heartbeat, source } from "~/db/schema";
import { deleteRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { type HeartbeatTarget, heartbeatTarget } from "~/rules/heartbeats/input";
import type { Done } from "../change/answers";
import { changeOne } from "../change/change-one";
import { oneHeartbeat } from "./one";

/** Deletes it with its pings and its rule; its alert ends, its addresses answer 404. Failures: conflict, missing. */
export const deleteHeartbeat = (ctx: Ctx, given: HeartbeatTarget): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneHeartbeat, input: heartbeatTarget, settles: true }, given, ({ row }) => {
    const { id, pageId, name, slug, state } = row;
    return ok({
      action: "heartbeat.delete",
      changes: [
        ...forgetSource(pageId, id, ctx.now()),
        ...deleteRows(source, pageId, [{ id }]),
        ...deleteRows(heartbeat, pageId, [{ id }]),
        forgetBodies(id),
      ],
      before: { name, slug, state },
    });
  });
