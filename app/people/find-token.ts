import { type Actor, roles } from "~/access/actor";
import type { PageMembership } from "~/access/permission";
import { isCredentialUseWorthNoting } from "~/access/session";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { type Ctx, ctxAsActor } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";
import { apiTokenByHashQuery, apiTokenUseStatement, pageForApiTokenQuery } from "./queries/people";
import { actorMembershipOnPage } from "./role-today";
import { existingTokenExpiry, isTokenExpired } from "./rules/api-token";

type TokenActor = Extract<Actor, { kind: "token" }>;

/** The built-in operator of UPFRONT_BOOTSTRAP_TOKEN, which owns the pages that it creates. */
export const bootstrapActor: TokenActor = {
  kind: "token",
  id: "bootstrap",
  personId: "bootstrap",
  role: "owner",
  readOnly: false,
  operator: true,
};

/** Maximum length of a token in characters. Longer tokens are refused without being hashed. */
const maxTokenChars = 512;

/** Compares hashes, so that the time taken reveals nothing about the token. */
async function isBootstrap(ctx: Ctx, tokenHash: string): Promise<boolean> {
  const { bootstrapToken } = ctx.config;
  return bootstrapToken !== undefined && tokenHash === (await ctx.secrets.hash(bootstrapToken));
}

function noteUse(ctx: Ctx, tokenId: string, personId: string, lastUsedAt: number | null): void {
  if (!isCredentialUseWorthNoting(lastUsedAt, ctx.now())) return;
  const work = runBatch(ctx, [apiTokenUseStatement(tokenId, personId, ctx.now())]);
  ctx.defer(work.catch((error) => logDeferredWork(ctx.log, "token.use", error)));
}

export interface TokenWithMembership {
  actor: TokenActor;
  /** The maker's membership of the named page; null when it was not looked up, does not exist or is not theirs. */
  member: PageMembership | null;
}

interface TokenLookupOptions {
  /** True when the token came in the address. */
  inUrl?: boolean;
  /** The page that the address names by id or slug. */
  page?: string | null;
}

/**
 * Returns the person of an API token and, in the same round trip, their role on the page; null when it is unknown or
 * expired, or came in the address without being allowed to. Its role is a ceiling over its maker's present role.
 */
export async function findTokenWithMembership(
  ctx: Ctx,
  token: string | null,
  { inUrl = false, page = null }: TokenLookupOptions = {},
): Promise<TokenWithMembership | null> {
  if (!token || token.length > maxTokenChars) return null;
  const tokenHash = await ctx.secrets.hash(token);
  if (await isBootstrap(ctx, tokenHash)) return inUrl ? null : { actor: bootstrapActor, member: null };
  const found = apiTokenByHashQuery(ctx, tokenHash);
  const [[row], pages = []] =
    page === null
      ? await readBatch(ctx, found)
      : await readBatch(ctx, found, pageForApiTokenQuery(ctx, page, tokenHash));
  const role = roles.find((each) => each === row?.role);
  if (!row || !role || isTokenExpired(existingTokenExpiry(row), ctx.now()) || (inUrl && !row.inUrl)) return null;
  noteUse(ctx, row.tokenId, row.personId, row.lastUsedAt);
  const { tokenId: id, personId, name, readOnly, drafter } = row;
  const operator = row.operator && role === "owner";
  const actor: TokenActor = { kind: "token", id, personId, name, role, readOnly, drafter, operator };
  return { actor, member: actorMembershipOnPage(ctxAsActor(ctx, actor), pages, page) };
}

export const findTokenActor = async (
  ctx: Ctx,
  token: string | null,
  asked?: TokenLookupOptions,
): Promise<TokenActor | null> => (await findTokenWithMembership(ctx, token, asked))?.actor ?? null;
