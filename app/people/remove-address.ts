import { priorCommit } from "~/audit/queries/audit";
import { type ChangeResult, replayOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { read } from "~/db/read";
import { missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { lastWayIn } from "./last-way-in";
import { anotherWayIn, endOpenWays, otherWaysIn, takeAddress, theAddress } from "./queries/credentials";
import { personById, personStands } from "./queries/sign-in";

/** Removes one's own address, so that email no longer signs in. As `removePasskey`. */
export async function removeAddress(ctx: Ctx, given: { commitId?: string }): Promise<Result<ChangeResult>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const { commitId = ctx.id() } = given;
  return commitChangeWithRetry(ctx, async () => {
    const others = otherWaysIn(ctx, actor.id, theAddress);
    const [prior, [person], [left]] = await read(ctx, priorCommit(ctx, commitId), personById(ctx, actor.id), others);
    const replay = replayOf(prior, null);
    if (replay) return replay;
    if (!person) return missingFailure;
    if (person.email === null) return ok({ id: actor.id });
    if (!left?.ways) return lastWayIn;
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      guards: [personStands(actor.id, person.version), anotherWayIn(actor.id, theAddress)],
      changes: [takeAddress(actor.id, ctx.now()), ...endOpenWays(actor.id, actor.sessionId, ctx.now())],
      audit: { action: "person.remove_address", subjectKind: "person", subjectId: actor.id },
    });
  });
}
