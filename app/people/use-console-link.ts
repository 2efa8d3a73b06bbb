import { isTokenShaped } from "~/access/session";
import { recordAdoptedPagesStatement } from "~/audit/queries/owner-entries";
import { decideWithRetry } from "~/commit/decide-with-retry";
import { readBatch } from "~/db/read";
import { personTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { goneFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { commitNewSession, prepareNewSession, type SignInSession } from "./new-session";
import {
  adoptOrphanPagesStatement,
  firstOperatorQuery,
  guardNoOperatorStatement,
  guardSignInLinkStatement,
  signInLinkByHashQuery,
  spendSignInLinkStatement,
} from "./queries/people";

/** The same failure for a link that never existed, was used or has expired. */
/** Creates the first person: operator of the deployment, owner of the pages that no human owns. */
function firstPerson(ctx: Ctx, personId: string) {
  const now = ctx.now();
  const row = { id: personId, name: "Operator", operator: true, createdAt: now, updatedAt: now };
  return {
    guards: [guardNoOperatorStatement()],
    changes: [...insertRowsStatements(personTable, [row]), adoptOrphanPagesStatement(personId, now)],
  };
}

interface ConsoleLinkUse {
  userAgent: string | null;
  /** The cookie by which the browser is known to people who signed in there; absent when it has none. */
  device?: string | null;
}

async function signIn(
  ctx: Ctx,
  tokenHash: string,
  knownId: string | null,
  { userAgent, device = null }: ConsoleLinkUse,
): Promise<SignInSession> {
  const [now, personId, isNew] = [ctx.now(), knownId ?? ctx.id(), knownId === null];
  const making = isNew ? firstPerson(ctx, personId) : { guards: [], changes: [] };
  const made = await prepareNewSession(ctx, { personId, operator: true, userAgent, device, isNew });
  return commitNewSession(made, {
    pageId: null,
    guards: [guardSignInLinkStatement(tokenHash, now), ...making.guards],
    changes: [
      spendSignInLinkStatement(tokenHash, personId, now),
      ...making.changes,
      ...(isNew ? [recordAdoptedPagesStatement(made.acting, personId)] : []),
    ],
    audit: {
      action: "session.open",
      subjectKind: "session",
      subjectId: made.id,
      after: { by: "console", first: isNew },
    },
  });
}

/**
 * Signs in by the link that the operator's console prints, which works once, within 60 minutes and in any browser. The
 * first link ever creates the first person; later links sign in the first operator. Fails with gone.
 */
export async function signInByConsoleLink(
  ctx: Ctx,
  { token, ...press }: ConsoleLinkUse & { token: string },
): Promise<Result<SignInSession>> {
  if (!isTokenShaped(token)) return goneFailure;
  const tokenHash = await ctx.secrets.hash(token);
  return decideWithRetry(ctx, async () => {
    const [[link], [operator]] = await readBatch(ctx, signInLinkByHashQuery(ctx, tokenHash), firstOperatorQuery(ctx));
    if (link?.kind !== "console" || link.usedAt !== null || link.expiresAt <= ctx.now()) return goneFailure;
    return ok(await signIn(ctx, tokenHash, operator?.id ?? null, press));
  });
}
