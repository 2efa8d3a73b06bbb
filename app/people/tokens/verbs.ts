import type { z } from "zod";
import { isRoleAtLeast, personIdOfActor, type Role, roles } from "~/access/actor";
import { permitRole } from "~/access/permission";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { createOnce } from "~/change/create-one";
import { readBatch } from "~/db/read";
import { apiTokenTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { fail, invalidFieldFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import {
  apiTokensOfPageQuery,
  apiTokensOfPersonQuery,
  deleteApiTokenStatement,
  guardTokenMakerIsMemberStatement,
} from "../queries/token";
import { apiTokenPrefix, isTokenExpired, maxApiTokens, newTokenExpiry, tokenRoleOnPage } from "../rules/api-token";
import {
  type ApiTokenInput,
  apiTokenInputSchema,
  type CredentialTargetInput,
  credentialTargetInputSchema,
  type PageTokenTargetInput,
  pageTokenTargetInputSchema,
} from "../rules/credentials-input";

export interface CreatedApiToken {
  id: string;
  /** The secret, shown this once because only its hash is stored. Null when this form was sent before. */
  secret: string | null;
}

const full = invalidFieldFailure("", refusalFor("token.limit", { most: maxApiTokens }));

async function newSecret(
  ctx: Ctx,
  { name, role, readOnly, drafter, inUrl, life }: z.output<typeof apiTokenInputSchema>,
) {
  const [secret, createdAt] = [`${apiTokenPrefix}${ctx.token()}`, ctx.now()];
  const rights = {
    name,
    role,
    readOnly,
    drafter: drafter && !readOnly,
    inUrl,
    expiresAt: newTokenExpiry(life, createdAt),
  };
  return ok({ secret, rights, kept: { tokenHash: await ctx.secrets.hash(secret), createdAt } });
}

/** Creates an API token for the person who asks; a token cannot create one. Failures: invalid. */
export async function createApiToken(ctx: Ctx, given: ApiTokenInput): Promise<Result<CreatedApiToken>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const done = await createOnce(
    ctx,
    {
      role: null,
      subject: "token",
      input: apiTokenInputSchema,
      prepare: newSecret,
      facts: () => ({ mine: apiTokensOfPersonQuery(ctx, actor.id) }),
    },
    given,
    ({ id, made: { rights, kept }, mine }) => {
      const valid = mine.filter((each) => !isTokenExpired(each.expiresAt, kept.createdAt));
      if (valid.length >= maxApiTokens) return full;
      return ok({
        action: "token.create",
        changes: insertRowsStatements(apiTokenTable, [{ ...rights, ...kept, id, personId: actor.id }]),
        after: rights,
      });
    },
  );
  return done.ok ? ok({ id: done.value.id, secret: done.value.made?.secret ?? null }) : done;
}

export interface ApiTokenView {
  id: string;
  name: string;
  /** The token's highest role. On a page, the current role of the person who created it may be lower. */
  role: Role;
  readOnly: boolean;
  /** True when it may only draft and propose. */
  drafter: boolean;
  /** True when it may be sent as `?api_key=`. */
  inUrl: boolean;
  createdAt: number;
  /** Null when it is valid until revoked. */
  expiresAt: number | null;
  expired: boolean;
  /** Last use, accurate to the day. */
  lastUsedAt: number | null;
}

export interface PageApiTokenView extends ApiTokenView {
  maker: string;
  /** The token's current role on this page. */
  roleHere: Role;
}

type ApiTokenRow = Omit<ApiTokenView, "role" | "expired"> & { role: string };

/** Returns the role with this name, or the lowest role if there is none. */
const roleOf = (word: string): Role => roles.find((each) => each === word) ?? "viewer";

const viewOf = (
  { id, name, role, readOnly, drafter, inUrl, createdAt, expiresAt, lastUsedAt }: ApiTokenRow,
  now: number,
): ApiTokenView => ({
  id,
  name,
  role: roleOf(role),
  readOnly,
  drafter,
  inUrl,
  createdAt,
  expiresAt,
  lastUsedAt,
  expired: isTokenExpired(expiresAt, now),
});

/** Lists the API tokens of the person who asks, or of the maker of the token that asks; newest first. */
export async function listApiTokens(ctx: Ctx): Promise<Result<ApiTokenView[]>> {
  const me = personIdOfActor(ctx.actor);
  if (me === null) return unauthenticatedFailure;
  const [rows] = await readBatch(ctx, apiTokensOfPersonQuery(ctx, me));
  return ok(rows.map((row) => viewOf(row, ctx.now())));
}

/** Lists the API tokens of all members of a page. For owners. */
export async function listApiTokensOfPage(
  ctx: Ctx,
  { pageId }: { pageId: string },
): Promise<Result<PageApiTokenView[]>> {
  // Reading only, so an owner's read-only token may do it.
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  if (!isRoleAtLeast(may.value, "owner")) return fail({ name: "forbidden", detail: "role.owner" });
  const [rows] = await readBatch(ctx, apiTokensOfPageQuery(ctx, pageId));
  return ok(
    rows.map((row) => {
      const view = viewOf(row, ctx.now());
      return { ...view, maker: row.maker, roleHere: tokenRoleOnPage(view.role, roleOf(row.makersRole)) };
    }),
  );
}

/** Revokes one's own API token, which answers 401 from now on. Failures: missing, forbidden. */
export async function revokeApiToken(ctx: Ctx, given: CredentialTargetInput): Promise<Result<ChangeResult>> {
  const me = personIdOfActor(ctx.actor);
  if (me === null) return unauthenticatedFailure;
  return changeOneRow(
    ctx,
    {
      role: null,
      subject: "token",
      input: credentialTargetInputSchema,
      row: () => apiTokensOfPersonQuery(ctx, me),
      find: (mine, { id }) => mine.find((each) => each.id === id),
    },
    given,
    ({ row: { id, name } }) =>
      ok({ action: "token.revoke", changes: [deleteApiTokenStatement(id, me)], before: { name } }),
  );
}

/** Revokes the token of a member of the page, for every page. For owners. Failures: missing, forbidden. */
export const revokeMemberApiToken = (ctx: Ctx, given: PageTokenTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "owner",
      subject: "token",
      input: pageTokenTargetInputSchema,
      row: (_, { pageId }) => apiTokensOfPageQuery(ctx, pageId),
      find: (all, { id }) => all.find((each) => each.id === id),
    },
    given,
    ({ row: { id, name, maker, personId }, input: { pageId } }) =>
      ok({
        action: "token.revoke",
        guards: [guardTokenMakerIsMemberStatement(pageId, personId)],
        changes: [deleteApiTokenStatement(id, personId)],
        before: { name, maker },
      }),
  );
