import type { z } from "zod";
import { atLeast, personOf, type Role, roles } from "~/access/actor";
import { permit } from "~/access/permission";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { makeOne } from "~/change/create-one";
import { read } from "~/db/read";
import { apiToken } from "~/db/schema";
import { insertRows } from "~/db/write";
import { fail, invalid, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { deleteToken, makerIsMember, tokensOf, tokensOnPage } from "../queries/token";
import { isExpired, maxTokens, tokenEnd, tokenPrefix, tokenRoleOn } from "../rules/api-token";
import {
  type CredentialTarget,
  credentialTarget,
  type TokenInput,
  type TokenOnPage,
  tokenInput,
  tokenOnPage,
} from "../rules/credentials-input";

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

export interface TokenView {
  id: string;
  name: string;
  /** Its highest role; on a page, its maker's present role may be lower. */
  role: Role;
  readOnly: boolean;
  /** True when it may be sent as `?api_key=`. */
  inUrl: boolean;
  createdAt: number;
  /** Null when it is valid until revoked. */
  expiresAt: number | null;
  expired: boolean;
  /** Last use, accurate to the day. */
  lastUsedAt: number | null;
}

export interface PageTokenView extends TokenView {
  maker: string;
  /** Its present role on this page. */
  roleHere: Role;
}

type TokenRow = Omit<TokenView, "role" | "expired"> & { role: string };

/** Returns the role of a word; the lowest one when it is no role. */
const roleOf = (word: string): Role => roles.find((each) => each === word) ?? "viewer";

const viewOf = (
  { id, name, role, readOnly, inUrl, createdAt, expiresAt, lastUsedAt }: TokenRow,
  now: number,
): TokenView => ({
  id,
  name,
  role: roleOf(role),
  readOnly,
  inUrl,
  createdAt,
  expiresAt,
  lastUsedAt,
  expired: isExpired(expiresAt, now),
});

/** Lists the API tokens of the person who asks, or of the maker of the token that asks; newest first. */
export async function listTokens(ctx: Ctx): Promise<Result<TokenView[]>> {
  const me = personOf(ctx.actor);
  if (me === null) return unauthenticatedFailure;
  const [rows] = await read(ctx, tokensOf(ctx, me));
  return ok(rows.map((row) => viewOf(row, ctx.now())));
}

/** Lists the API tokens of all members of a page. For owners. */
export async function listTokensOnPage(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<PageTokenView[]>> {
  // Reading only, so an owner's read-only token may do it.
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  if (!atLeast(may.value, "owner")) return fail({ name: "forbidden", detail: "role.owner" });
  const [rows] = await read(ctx, tokensOnPage(ctx, pageId));
  return ok(
    rows.map((row) => {
      const view = viewOf(row, ctx.now());
      return { ...view, maker: row.maker, roleHere: tokenRoleOn(view.role, roleOf(row.makersRole)) };
    }),
  );
}

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
