import { commit } from "~/db/commit";
import { deciding } from "~/db/deciding";
import { firstOperator, linkByHash, linkStands, nobodyOperates, ownOrphans, spendLink } from "~/db/queries/people";
import { read } from "~/db/read";
import { person } from "~/db/schema";
import { insertRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { isToken } from "~/rules/people/session";
import { newSession, type SignedIn } from "./new-session";

/** One answer for a link that never was, has been used or has run out. */
const gone = fail({ name: "gone" });

/** The first person: operator of the deployment, owner of the pages that no human owns. */
function firstPerson(ctx: Ctx, personId: string) {
  const now = ctx.now();
  const row = { id: personId, name: "Operator", operator: true, createdAt: now, updatedAt: now };
  return {
    guards: [nobodyOperates()],
    changes: [...insertRows(person, [row]), ownOrphans(personId, now)],
  };
}

async function signIn(
  ctx: Ctx,
  tokenHash: string,
  knownId: string | null,
  userAgent: string | null,
): Promise<SignedIn> {
  const now = ctx.now();
  const personId = knownId ?? ctx.id();
  const making = knownId === null ? firstPerson(ctx, personId) : { guards: [], changes: [] };
  const { id, sessionToken, device, changes, acting } = await newSession(ctx, { personId, operator: true, userAgent });
  await commit(acting, {
    id: ctx.id(),
    pageId: null,
    guards: [linkStands(tokenHash, now), ...making.guards],
    changes: [spendLink(tokenHash, personId, now), ...making.changes, ...changes],
    audit: { action: "session.open", subjectKind: "session", subjectId: id, after: { by: "console", first: !knownId } },
  });
  return { sessionToken, personId, device };
}

/**
 * Signs in by the link that the operator's console prints: one use, 60 minutes, any browser; the first who presses
 * wins. The first ever makes the first person; later ones sign in the first operator. Fails with gone.
 */
export async function useConsoleLink(
  ctx: Ctx,
  { token, userAgent }: { token: string; userAgent: string | null },
): Promise<Result<SignedIn>> {
  if (!isToken(token)) return gone;
  const tokenHash = await ctx.secrets.hash(token);
  return deciding(ctx, async () => {
    const [[link], [operator]] = await read(ctx, linkByHash(ctx, tokenHash), firstOperator(ctx));
    if (link?.kind !== "console" || link.usedAt !== null || link.expiresAt <= ctx.now()) return gone;
    return ok(await signIn(ctx, tokenHash, operator?.id ?? null, userAgent));
  });
}
