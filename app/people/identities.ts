import { priorCommit } from "~/audit/queries/audit";
import { type ChangeResult, replayOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { read } from "~/db/read";
import { missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { type IdentityTarget, identityTarget } from "~/providers/rules/provider-input";
import { lastWayIn } from "./last-way-in";
import { anotherWayIn, endOpenWays, otherWaysIn } from "./queries/credentials";
import { forgetIdentity, identitiesOf, identityStands } from "./queries/identity";

export interface ListedIdentity {
  id: string;
  providerId: string;
  /** Name of the provider. */
  provider: string;
  /** The address that the provider last reported; "" when it reported none. */
  email: string;
  createdAt: number;
  lastUsedAt: number | null;
}

/** Lists the identities by which the person who asks can sign in. */
export async function listIdentities(ctx: Ctx): Promise<Result<ListedIdentity[]>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const [identities] = await read(ctx, identitiesOf(ctx, actor.id));
  return ok(identities);
}

/**
 * Removes an identity and ends all other sessions, also those that started with it. The last way to sign in stays.
 * Failures: missing, conflict `last_credential`.
 */
export async function removeIdentity(ctx: Ctx, given: IdentityTarget): Promise<Result<ChangeResult>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const parsed = parseInput(identityTarget, given);
  if (!parsed.ok) return parsed;
  const { id, commitId = ctx.id() } = parsed.value;
  return commitChangeWithRetry(ctx, async () => {
    const queries = [priorCommit(ctx, commitId), identitiesOf(ctx, actor.id), otherWaysIn(ctx, actor.id, id)] as const;
    const [prior, identities, [left]] = await read(ctx, ...queries);
    const replay = replayOf(prior, null);
    if (replay) return replay;
    const found = identities.find((each) => each.id === id);
    if (!found) return missingFailure;
    if (!left?.ways) return lastWayIn;
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      guards: [identityStands(id, actor.id), anotherWayIn(actor.id, id)],
      changes: [forgetIdentity(id, actor.id), ...endOpenWays(actor.id, actor.sessionId, ctx.now())],
      audit: {
        action: "identity.remove",
        subjectKind: "person",
        subjectId: actor.id,
        before: { provider: found.providerId },
      },
    });
  });
}
