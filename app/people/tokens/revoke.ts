import { personOf } from "~/access/actor";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { fail, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { deleteToken, makerIsMember, tokensOf, tokensOnPage } from "../queries/token";
import { type CredentialTarget, credentialTarget, type TokenOnPage, tokenOnPage } from "../rules/credentials-input";

/** Revokes one's own API token, which answers 401 from now on. Failures: missing, forbidden. */
export async function revokeToken(ctx: Ctx, given: CredentialTarget): Promise<Result<ChangeResult>> {
  const me = personOf(ctx.actor);
  if (me === null) return unauthenticatedFailure;
  if (ctx.actor.kind === "token" && ctx.actor.readOnly) return fail({ name: "forbidden", code: "read_only_token" });
  return changeOne(
    ctx,
    {
      role: null,
      subject: "token",
      input: credentialTarget,
      row: () => tokensOf(ctx, me),
      find: (mine, { id }) => mine.find((each) => each.id === id),
    },
    given,
    ({ row: { id, name } }) => ok({ action: "token.revoke", changes: [deleteToken(id, me)], before: { name } }),
  );
}

/** Revokes the token of a member of the page, for every page. For owners. Failures: missing, forbidden. */
export const revokeTokenOnPage = (ctx: Ctx, given: TokenOnPage): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    {
      role: "owner",
      subject: "token",
      input: tokenOnPage,
      row: (_, { pageId }) => tokensOnPage(ctx, pageId),
      find: (all, { id }) => all.find((each) => each.id === id),
    },
    given,
    ({ row: { id, name, maker, personId }, input: { pageId } }) =>
      ok({
        action: "token.revoke",
        guards: [makerIsMember(pageId, personId)],
        changes: [deleteToken(id, personId)],
        before: { name, maker },
      }),
  );
