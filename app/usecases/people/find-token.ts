import { runBatch } from "~/db/commit";
import { noteTokenUse, tokenByHash } from "~/db/queries/people";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { logLeft } from "~/platform/left-over";
import { type Actor, roles } from "~/rules/basics/actor";
import { isExpired, lastMoment } from "~/rules/people/api-token";
import { isWorthNoting } from "~/rules/people/session";

type TokenActor = Extract<Actor, { kind: "token" }>;

/** The built-in operator of UPFRONT_BOOTSTRAP_TOKEN: owns the pages that it makes. */
const bootstrap: TokenActor = {
  kind: "token",
  id: "bootstrap",
  personId: "bootstrap",
  role: "owner",
  readOnly: false,
  operator: true,
};

/** Longer ones are nobody's; they are not even hashed. */
const longest = 512;

/** Hashes are compared, so that the time taken says nothing about the token. */
async function isBootstrap(ctx: Ctx, tokenHash: string): Promise<boolean> {
  const { bootstrapToken } = ctx.config;
  return bootstrapToken !== undefined && tokenHash === (await ctx.secrets.hash(bootstrapToken));
}

function noteUse(ctx: Ctx, tokenId: string, personId: string, lastUsedAt: number | null): void {
  if (!isWorthNoting(lastUsedAt, ctx.now())) return;
  const work = runBatch(ctx, [noteTokenUse(tokenId, personId, ctx.now())]);
  ctx.defer(work.catch((error) => logLeft(ctx.log, "token.use", error)));
}

/**
 * Who an API token stands for; null = nobody, or it has run out, or it came in the address and may not. Its role is a
 * ceiling over its maker's of today.
 */
export async function findToken(ctx: Ctx, token: string | null, { inUrl = false } = {}): Promise<TokenActor | null> {
  if (!token || token.length > longest) return null;
  const tokenHash = await ctx.secrets.hash(token);
  if (await isBootstrap(ctx, tokenHash)) return inUrl ? null : bootstrap;
  const [[row]] = await read(ctx, tokenByHash(ctx, tokenHash));
  const role = roles.find((each) => each === row?.role);
  if (!row || !role || isExpired(lastMoment(row), ctx.now()) || (inUrl && !row.inUrl)) return null;
  noteUse(ctx, row.tokenId, row.personId, row.lastUsedAt);
  const { tokenId: id, personId, readOnly } = row;
  return { kind: "token", id, personId, role, readOnly, operator: row.operator && role === "owner" };
}
