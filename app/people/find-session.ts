import { type Actor, type Role, roles } from "~/access/actor";
import { isCredentialUseWorthNoting, isTokenShaped, sessionExpiry } from "~/access/session";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import type { Ctx, LanguageAndTimeZone } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";
import { pageForSessionQuery, renewSessionStatement, sessionByHashQuery } from "./queries/people";

export interface SessionPage {
  id: string;
  slug: string;
  name: string;
  timeZone: string;
  language: string;
}

export interface SessionWithPage {
  actor: Extract<Actor, { kind: "person" }>;
  /** Language and time zone of their account. */
  locale: LanguageAndTimeZone;
  /**
   * The page of that slug and the person's role on it; null both when it does not exist and when they are no member.
   */
  membership: { page: SessionPage; role: Role } | null;
  /** True when its 30 days start again, so that the browser's cookie should too. */
  renewed: boolean;
}

type SessionRow = { sessionId: string; personId: string; lastSeenAt: number; createdAt: number };

function renew(ctx: Ctx, { sessionId, personId, lastSeenAt, createdAt }: SessionRow): boolean {
  const now = ctx.now();
  if (!isCredentialUseWorthNoting(lastSeenAt, now)) return false;
  const work = runBatch(ctx, [renewSessionStatement(sessionId, personId, now, sessionExpiry(createdAt, now))]);
  ctx.defer(work.catch((error) => logDeferredWork(ctx.log, "session.renew", error)));
  return true;
}

/**
 * Returns the person of a session token and, in the same round trip, their role on the page; null when there is no such
 * session.
 */
export async function findSession(
  ctx: Ctx,
  { token, slug }: { token: string | null; slug: string | null },
): Promise<SessionWithPage | null> {
  if (token === null || !isTokenShaped(token)) return null;
  const tokenHash = await ctx.secrets.hash(token);
  const queries = [
    sessionByHashQuery(ctx, tokenHash, ctx.now()),
    pageForSessionQuery(ctx, slug ?? "", tokenHash),
  ] as const;
  const [[row], [found]] = await readBatch(ctx, ...queries);
  if (!row) return null;
  const role = roles.find((each) => each === found?.role);
  const { role: _stored, ...page } = found ?? { role: "" };
  return {
    actor: {
      kind: "person",
      id: row.personId,
      operator: row.operator,
      sessionId: row.sessionId,
      provenAt: row.provenAt,
      ...(row.onlyByConsole ? { onlyByConsole: true } : {}),
    },
    locale: { language: row.language, timeZone: row.timeZone },
    membership: found && role ? { page: page as SessionPage, role } : null,
    renewed: renew(ctx, row),
  };
}
