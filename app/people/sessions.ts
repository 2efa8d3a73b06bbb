import { commitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { endSessionsAndLinksStatements } from "./queries/credentials";
import { deleteSessionStatement, sessionsOfPersonQuery } from "./queries/people";
import { deleteApiTokensStatement } from "./queries/token";

export interface ListedSession {
  id: string;
  /** The browser's user agent, at most 255 characters. */
  userAgent: string;
  createdAt: number;
  /** Last use, accurate to the day, because it is written at most once a day. */
  lastSeenAt: number;
  /** True for the session that asks. */
  current: boolean;
}

/** Lists the live sessions of the person who asks, last seen first. */
export async function listSessions(ctx: Ctx): Promise<Result<ListedSession[]>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const [sessions] = await readBatch(ctx, sessionsOfPersonQuery(ctx, actor.id, ctx.now()));
  return ok(sessions.map((each) => ({ ...each, current: each.id === actor.sessionId })));
}

/** Ends a session; `sessionId` null for all. One that is gone already, or another person's, stays as it is. */
async function end(ctx: Ctx, sessionId: string | null, action: string, tokens = false): Promise<Result<true>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  await commitPlan(ctx, {
    id: ctx.id(),
    pageId: null,
    changes: [
      ...(sessionId === null
        ? endSessionsAndLinksStatements(actor.id, null, ctx.now())
        : [deleteSessionStatement(actor.id, sessionId)]),
      ...(tokens ? [deleteApiTokensStatement(actor.id)] : []),
    ],
    audit: {
      action,
      subjectKind: "session",
      subjectId: sessionId ?? actor.id,
      ...(tokens ? { after: { tokens } } : {}),
    },
  });
  return ok(true);
}

/** Ends a session of the person who asks. Its cookie is invalid from now on. */
export const revokeSession = (ctx: Ctx, { id }: { id: string }): Promise<Result<true>> =>
  end(ctx, id, "session.revoke");

/**
 * Ends all sessions of the person who asks, including the current session, and their pending sign-ins. With `tokens` it
 * also revokes their tokens.
 */
export const revokeAllSessions = (ctx: Ctx, { tokens = false } = {}): Promise<Result<true>> =>
  end(ctx, null, "session.revoke_all", tokens);

/** Ends the current session. Succeeds even if nobody is signed in. */
export async function signOut(ctx: Ctx): Promise<Result<true>> {
  return ctx.actor.kind === "person" ? end(ctx, ctx.actor.sessionId, "session.sign_out") : ok(true);
}
