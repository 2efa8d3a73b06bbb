import { personOf, type Role } from "~/access/actor";
import { read } from "~/db/read";
import { ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { roleToday } from "~/people/role-today";
import type { Ctx } from "~/platform/ctx";
import { pagesFor } from "./queries/page";

export interface ListedPage {
  id: string;
  slug: string;
  name: string;
  /** Null when the operator sees the page without being a member. */
  role: Role | null;
  /** True when `/` of the deployment shows it. */
  isHome: boolean;
}

/** Lists the person's pages; for the operator, all of the deployment. */
export async function listPages(ctx: Ctx): Promise<Result<ListedPage[]>> {
  const personId = personOf(ctx.actor);
  if (personId === null || ctx.actor.kind === "visitor" || ctx.actor.kind === "machine") {
    return unauthenticatedFailure;
  }
  const [pages] = await read(ctx, pagesFor(ctx, personId, ctx.actor.operator));
  return ok(pages.map((each) => ({ ...each, isHome: Boolean(each.isHome), role: roleToday(ctx, each.role) })));
}
