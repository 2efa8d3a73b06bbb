import { type Actor, roles } from "~/access/actor";
import type { Member } from "~/access/permission";
import { isWorthNoting } from "~/access/session";
import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { as, type Ctx } from "~/platform/ctx";
import { logLeft } from "~/platform/left-over";
import { noteTokenUse, pageOfToken, tokenByHash } from "./queries/people";
import { memberOf } from "./role-today";
import { isExpired, lastMoment } from "./rules/api-token";

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

export interface FoundToken {
  actor: TokenActor;
  /** On the page that was named; null where that was not looked up, is not there or not theirs. */
  member: Member | null;
}

interface Asked {
  /** The token came in the address. */
  inUrl?: boolean;
  /** The page that the address names by id or slug. */
  page?: string | null;
}

/**
 * Who an API token stands for and, in the same round trip, their role on the page; null = nobody, or it has run out, or
 * it came in the address and may not. Its role is a ceiling over its maker's of today.
 */
export async function findTokenAt(
  ctx: Ctx,
  token: string | null,
  { inUrl = false, page = null }: Asked = {},
): Promise<FoundToken | null> {
  if (!token || token.length > longest) return null;
  const tokenHash = await ctx.secrets.hash(token);
  if (await isBootstrap(ctx, tokenHash)) return inUrl ? null : { actor: bootstrap, member: null };
  const found = tokenByHash(ctx, tokenHash);
  const [[row], pages = []] =
    page === null ? await read(ctx, found) : await read(ctx, found, pageOfToken(ctx, page, tokenHash));
  const role = roles.find((each) => each === row?.role);
  if (!row || !role || isExpired(lastMoment(row), ctx.now()) || (inUrl && !row.inUrl)) return null;
  noteUse(ctx, row.tokenId, row.personId, row.lastUsedAt);
  const { tokenId: id, personId, readOnly } = row;
  const actor: TokenActor = { kind: "token", id, personId, role, readOnly, operator: row.operator && role === "owner" };
  return { actor, member: memberOf(as(ctx, actor), pages, page) };
}

export const findToken = async (ctx: Ctx, token: string | null, asked?: Asked): Promise<TokenActor | null> =>
  (await findTokenAt(ctx, token, asked))?.actor ?? null;
