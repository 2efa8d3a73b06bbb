import { priorCommit } from "~/db/queries/audit";
import { tokensOf } from "~/db/queries/token";
import { read } from "~/db/read";
import { apiToken } from "~/db/schema";
import { insertRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { fail, invalid, ok, type Result } from "~/rules/basics/failure";
import { parseInput } from "~/rules/fields/parse";
import { isExpired, tokenEnd, tokenPrefix, tokensLimit } from "~/rules/people/api-token";
import { type TokenInput, tokenInput } from "~/rules/people/credentials-input";
import { type Done, replayOf } from "../../change/answers";
import { changing } from "../../change/changing";
import { commitChange } from "../../change/commit";

export interface MadeToken {
  id: string;
  /** Shown this once: only its hash is kept. Null where this very form had been sent before. */
  secret: string | null;
}

const full = invalid("", `An account has at most ${tokensLimit} API tokens. Revoke one first.`);

/** Makes an API token for the person who asks; a token makes none. Failures: invalid. */
export async function createToken(ctx: Ctx, given: TokenInput): Promise<Result<MadeToken>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return fail({ name: "unauthenticated" });
  const parsed = parseInput(tokenInput, given);
  if (!parsed.ok) return parsed;
  const { name, role, readOnly, life, commitId = ctx.id() } = parsed.value;
  const [id, secret, createdAt] = [ctx.id(), `${tokenPrefix}${ctx.token()}`, ctx.now()];
  const expiresAt = tokenEnd(life, createdAt);
  const rights = { name, role, readOnly, expiresAt };
  const row = { ...rights, tokenHash: await ctx.secrets.hash(secret), id, personId: actor.id, createdAt };
  const shown = (done: Result<Done>): Result<MadeToken> =>
    done.ok ? ok({ ...done.value, secret: done.value.id === id ? secret : null }) : done;
  return changing(ctx, async () => {
    const [prior, mine] = await read(ctx, priorCommit(ctx, commitId), tokensOf(ctx, actor.id));
    const replay = replayOf(prior, null);
    if (replay) return shown(replay);
    if (mine.filter((each) => !isExpired(each.expiresAt, createdAt)).length >= tokensLimit) return full;
    const done = await commitChange(ctx, {
      pageId: null,
      id: commitId,
      changes: insertRows(apiToken, [row]),
      audit: { action: "token.create", subjectKind: "token", subjectId: id, after: rights },
    });
    return shown(done);
  });
}
