import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { lastWayIn } from "../last-way-in";
import { anotherWayIn, deletePasskey, endOpenWays, otherWaysIn } from "../queries/credentials";
import { type CredentialTarget, credentialTarget } from "../rules/credentials-input";
import { minePasskey } from "./own-passkey";

/**
 * Removes one's own passkey, and with it every session but the one that asks. The last way to sign in stays. Failures:
 * missing, conflict `last_credential`.
 */
export async function removePasskey(ctx: Ctx, given: CredentialTarget): Promise<Result<ChangeResult>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  return changeOne(
    ctx,
    {
      ...minePasskey(ctx, actor.id),
      input: credentialTarget,
      facts: (_, { id }) => ({ left: otherWaysIn(ctx, actor.id, id) }),
    },
    given,
    ({ row: { id, name }, left: [left] }) => {
      if (!left?.ways) return lastWayIn;
      return ok({
        action: "passkey.remove",
        guards: [anotherWayIn(actor.id, id)],
        changes: [deletePasskey(id, actor.id), ...endOpenWays(actor.id, actor.sessionId, ctx.now())],
        before: { name },
      });
    },
  );
}
