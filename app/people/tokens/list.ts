import { atLeast, personOf, type Role, roles } from "~/access/actor";
import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { fail, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { tokensOf, tokensOnPage } from "../queries/token";
import { isExpired, tokenRoleOn } from "../rules/api-token";

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
