import { priorCommitQuery } from "~/audit/queries/audit";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import { missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { type IdentityTargetInput, identityTargetInputSchema } from "~/providers/rules/provider-input";
import { lastCredentialFailure } from "./last-way-in";
import {
  endSessionsAndLinksStatements,
  guardOtherCredentialStatement,
  otherCredentialCountQuery,
} from "./queries/credentials";
import { deleteIdentityStatement, guardIdentityOfPersonStatement, identitiesOfPersonQuery } from "./queries/identity";

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
  const [identities] = await readBatch(ctx, identitiesOfPersonQuery(ctx, actor.id));
  return ok(identities);
}

/**
 * Removes an identity and ends all other sessions, also those that started with it. The last way to sign in stays.
 * Failures: missing, conflict `last_credential`.
 */
export async function removeIdentity(ctx: Ctx, given: IdentityTargetInput): Promise<Result<ChangeResult>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const parsed = parseInput(identityTargetInputSchema, given);
  if (!parsed.ok) return parsed;
  const { id, commitId = ctx.id() } = parsed.value;
  return commitChangeWithRetry(ctx, async () => {
    const queries = [
      priorCommitQuery(ctx, commitId),
      identitiesOfPersonQuery(ctx, actor.id),
      otherCredentialCountQuery(ctx, actor.id, id),
    ] as const;
    const [prior, identities, [left]] = await readBatch(ctx, ...queries);
    const replay = priorCommitResultOf(prior, null);
    if (replay) return replay;
    const found = identities.find((each) => each.id === id);
    if (!found) return missingFailure;
    if (!left?.ways) return lastCredentialFailure;
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      guards: [guardIdentityOfPersonStatement(id, actor.id), guardOtherCredentialStatement(actor.id, id)],
      changes: [
        deleteIdentityStatement(id, actor.id),
        ...endSessionsAndLinksStatements(actor.id, actor.sessionId, ctx.now()),
      ],
      audit: {
        action: "identity.remove",
        subjectKind: "person",
        subjectId: actor.id,
        before: { provider: found.providerId },
      },
    });
  });
}
