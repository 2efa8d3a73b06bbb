import { personOf, type Role, roles } from "~/access/actor";
import { atLeast, permit } from "~/access/permission";
import { read } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { tokensOf, tokensOnPage } from "../queries/token";
import { isExpired, tokenRoleOn } from "../rules/api-token";

export interface TokenView {
  id: string;
  name: string;
  /** The most that it may do; on a page its maker's role of today may be less. */
  role: Role;
  readOnly: boolean;
  /** May come as `?api_key=`. */
  inUrl: boolean;
  createdAt: number;
  /** Null = until it is revoked. */
  expiresAt: number | null;
  expired: boolean;
  /** To the day. */
  lastUsedAt: number | null;
}

export interface PageTokenView extends TokenView {
  maker: string;
  /** On this page, today. */
  roleHere: Role;
}

type Row = Omit<TokenView, "role" | "expired"> & { role: string };

/** A word that is no role gives the least. */
const roleOf = (word: string): Role => roles.find((each) => each === word) ?? "viewer";

const viewOf = (
  { id, name, role, readOnly, inUrl, createdAt, expiresAt, lastUsedAt }: Row,
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

/** The API tokens of the person who asks, or of the maker of the token that asks; the newest first. */
export async function listTokens(ctx: Ctx): Promise<Result<TokenView[]>> {
  const me = personOf(ctx.actor);
  if (me === null) return fail({ name: "unauthenticated" });
  const [rows] = await read(ctx, tokensOf(ctx, me));
  return ok(rows.map((row) => viewOf(row, ctx.now())));
}

/** The API tokens of all members of a page. For owners. */
export async function listTokensOnPage(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<PageTokenView[]>> {
  // Only looking: a read-only token of an owner may.
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
