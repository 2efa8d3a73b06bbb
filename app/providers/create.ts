import { andAlso } from "~/change/and-also";
import type { ChangeResult } from "~/change/change-result";
import { makeOne } from "~/change/create-one";
import { identityProvider } from "~/db/schema";
import { insertRows } from "~/db/write";
import { invalid, ok, type Result } from "~/failures/failure";
import { guardUrl } from "~/net/address-guard";
import type { Ctx } from "~/platform/ctx";
import { type CreateProviderInput, createProviderInput } from "./rules/provider-input";

/** Refuses plain http unless the address is in the operator's own network. */
function refusalOf(ctx: Ctx, issuer: string): Result<never> | null {
  const own = [new URL(ctx.config.origin).host];
  const guarded = guardUrl(issuer, { networks: ctx.config.networks, namesOnly: ctx.config.onCloudflare, own });
  if (!guarded.ok) return invalid("issuer", guarded.detail, guarded.code);
  const isPublic = guardUrl(issuer, { networks: [], own }).ok;
  if (guarded.url.protocol === "http:" && isPublic) return invalid("issuer", "provider.https");
  return null;
}

/** Adds a provider by which people can sign in. Failures: invalid (a blocked address). */
export async function createProvider(ctx: Ctx, given: CreateProviderInput): Promise<Result<ChangeResult>> {
  const done = await makeOne(
    ctx,
    {
      role: "operator",
      subject: "provider",
      input: createProviderInput,
      prepare: async (_, { issuer, clientSecret }) =>
        refusalOf(ctx, issuer) ?? ok({ secretSealed: await ctx.secrets.seal(clientSecret) }),
    },
    given,
    ({ id, fields: { clientSecret: _, ...shown }, made: { secretSealed } }) => {
      const now = ctx.now();
      return ok({
        action: "provider.create",
        changes: insertRows(identityProvider, [{ id, ...shown, secretSealed, createdAt: now, updatedAt: now }]),
        after: shown,
      });
    },
  );
  const told = await andAlso(done, () =>
    URL.canParse(given.issuer) ? (refusalOf(ctx, given.issuer) ?? ok(null)) : ok(null),
  );
  return told.ok ? ok({ id: told.value.id }) : told;
}
