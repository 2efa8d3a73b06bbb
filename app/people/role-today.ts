import { type Role, roles } from "~/access/actor";
import { lowerOfRoles, type PageMembership } from "~/access/permission";
import type { Ctx } from "~/platform/ctx";

/** Returns the actor's present role: a token never has more than its own. */
export function currentRole(ctx: Ctx, stored: string | null): Role | null {
  const role = roles.find((each) => each === stored) ?? null;
  return role && ctx.actor.kind === "token" ? lowerOfRoles(role, ctx.actor.role) : role;
}

type MembershipRoles = readonly { id: string; role: string | null }[];

/**
 * Returns the actor's role on the page with this id or slug. If one page has the text as its id and another as its
 * slug, the id takes precedence.
 */
export function actorMembershipOnPage(ctx: Ctx, found: MembershipRoles, name: string | null): PageMembership | null {
  const page = found.find(({ id }) => id === name) ?? found[0];
  const role = currentRole(ctx, page?.role ?? null);
  return page && role ? { pageId: page.id, role } : null;
}
