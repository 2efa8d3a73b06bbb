import { type Role, roles } from "~/access/actor";
import { lowerRole, type Member } from "~/access/permission";
import type { Ctx } from "~/platform/ctx";

/** The actor's role of today: a token never has more than its own. */
export function roleToday(ctx: Ctx, stored: string | null): Role | null {
  const role = roles.find((each) => each === stored) ?? null;
  return role && ctx.actor.kind === "token" ? lowerRole(role, ctx.actor.role) : role;
}

type Found = readonly { id: string; role: string | null }[];

/** The role of the actor on the page of this name, where one is called so by its id and another one by its slug the first. */
export function memberOf(ctx: Ctx, found: Found, name: string | null): Member | null {
  const page = found.find(({ id }) => id === name) ?? found[0];
  const role = roleToday(ctx, page?.role ?? null);
  return page && role ? { pageId: page.id, role } : null;
}
