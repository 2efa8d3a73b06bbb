import type { z } from "zod";
import { makeOne } from "~/change/create-one";
import { apiToken } from "~/db/schema";
import { insertRows } from "~/db/write";
import { invalid, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { tokensOf } from "../queries/token";
import { isExpired, maxTokens, tokenEnd, tokenPrefix } from "../rules/api-token";
import { type TokenInput, tokenInput } from "../rules/credentials-input";

export interface MadeToken {
  id: string;
  /** The secret, shown this once because only its hash is stored. Null when this form was sent before. */
  secret: string | null;
}

const full = invalid("", refusalFor("token.limit", { most: maxTokens }));

async function newSecret(ctx: Ctx, { name, role, readOnly, inUrl, life }: z.output<typeof tokenInput>) {
  const [secret, createdAt] = [`${tokenPrefix}${ctx.token()}`, ctx.now()];
  const rights = { name, role, readOnly, inUrl, expiresAt: tokenEnd(life, createdAt) };
  return ok({ secret, rights, kept: { tokenHash: await ctx.secrets.hash(secret), createdAt } });
}

/** Creates an API token for the person who asks; a token cannot create one. Failures: invalid. */
export async function createToken(ctx: Ctx, given: TokenInput): Promise<Result<MadeToken>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const done = await makeOne(
    ctx,
    {
      role: null,
      subject: "token",
      input: tokenInput,
      prepare: newSecret,
      facts: () => ({ mine: tokensOf(ctx, actor.id) }),
    },
    given,
    ({ id, made: { rights, kept }, mine }) => {
      const valid = mine.filter((each) => !isExpired(each.expiresAt, kept.createdAt));
      if (valid.length >= maxTokens) return full;
      return ok({
        action: "token.create",
        changes: insertRows(apiToken, [{ ...rights, ...kept, id, personId: actor.id }]),
        after: rights,
      });
    },
  );
  return done.ok ? ok({ id: done.value.id, secret: done.value.made?.secret ?? null }) : done;
}
