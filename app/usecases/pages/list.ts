import { pagesFor } from "~/db/queries/page";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { personOf, type Role, roles } from "~/rules/basics/actor";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { lowerRole } from "~/rules/basics/permission";

export interface ListedPage {
  id: string;
  slug: string;
  name: string;
  /** null = the operator sees that it exists and is no member. */
  role: Role | null;
  /** `/` of the deployment shows it. */
  isHome: boolean;
}

/** The actor's role of today: a token never has more than its own. */
export function roleToday(ctx: Ctx, stored: string | null): Role | null {
  const role = roles.find((each) => each === stored) ?? null;
  return role && ctx.actor.kind === "token" ? lowerRole(role, ctx.actor.role) : role;
}

/** The pages of the person; for the operator all of the deployment. */
export async function listPages(ctx: Ctx): Promise<Result<ListedPage[]>> {
  const personId = personOf(ctx.actor);
  if (personId === null || ctx.actor.kind === "visitor" || ctx.actor.kind === "machine") {
    return fail({ name: "unauthenticated" });
  }
  const [pages] = await read(ctx, pagesFor(ctx, personId, ctx.actor.operator));
  return ok(pages.map((each) => ({ ...each, isHome: Boolean(each.isHome), role: roleToday(ctx, each.role) })));
}
