import { priorCommitQuery } from "~/audit/queries/audit";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import { missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { lastCredentialFailure } from "./last-way-in";
import {
  clearEmailStatement,
  emailCredentialId,
  endSessionsAndLinksStatements,
  guardOtherCredentialStatement,
  otherCredentialCountQuery,
} from "./queries/credentials";
import { guardPersonVersionStatement, personByIdQuery } from "./queries/sign-in";

/** Removes one's own address, so that email no longer signs in. As `removePasskey`. */
export async function removeOwnAddress(ctx: Ctx, given: { commitId?: string }): Promise<Result<ChangeResult>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const { commitId = ctx.id() } = given;
  return commitChangeWithRetry(ctx, async () => {
    const others = otherCredentialCountQuery(ctx, actor.id, emailCredentialId);
    const [prior, [person], [left]] = await readBatch(
      ctx,
      priorCommitQuery(ctx, commitId),
      personByIdQuery(ctx, actor.id),
      others,
    );
    const replay = priorCommitResultOf(prior, null);
    if (replay) return replay;
    if (!person) return missingFailure;
    if (person.email === null) return ok({ id: actor.id });
    if (!left?.ways) return lastCredentialFailure;
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      guards: [
        guardPersonVersionStatement(actor.id, person.version),
        guardOtherCredentialStatement(actor.id, emailCredentialId),
      ],
      changes: [
        clearEmailStatement(actor.id, ctx.now()),
        ...endSessionsAndLinksStatements(actor.id, actor.sessionId, ctx.now()),
      ],
      audit: { action: "person.remove_address", subjectKind: "person", subjectId: actor.id },
    });
  });
}
