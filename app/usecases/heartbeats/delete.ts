import { forgetBodies } from "~/db/queries/heartbeat";
import { forgetSource } from "~/db/queries/source";
import { wantSettle } from "~/db/queries/wish";
import { heartbeat, source } from "~/db/schema";
import { deleteRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import type { HeartbeatTarget } from "~/rules/heartbeats/input";
import type { Done } from "../change/answers";
import { stepHeartbeat } from "./step";

/** Deletes it with its pings and its rule; its alert ends, its addresses answer 404. Failures: conflict, missing. */
export const deleteHeartbeat = (ctx: Ctx, given: HeartbeatTarget): Promise<Result<Done>> =>
  stepHeartbeat(ctx, given, ({ id, pageId, name, slug, state }) =>
    ok({
      action: "heartbeat.delete",
      changes: [
        ...forgetSource(pageId, id, ctx.now()),
        ...deleteRows(source, pageId, [{ id }]),
        ...deleteRows(heartbeat, pageId, [{ id }]),
        forgetBodies(id),
        wantSettle(pageId, ctx.now()),
      ],
      before: { name, slug, state },
    }),
  );
