import { fail, missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { type Actor, isRoleAtLeast, type Role } from "./actor";

/** The page of a route and the actor's present role on it, as the route's guard found. */
export interface PageMembership {
  pageId: string;
  role: Role;
}

export const lowerRole = (one: Role, other: Role): Role => (isRoleAtLeast(one, other) ? other : one);

/**
 * Permits by role: 404 for what the actor may not know exists, 403 for what they may see but not do (spec §6). Machines
 * act under their own lease.
 */
export function permitRole(actor: Actor, member: PageMembership | null, pageId: string, need: Role): Result<Role> {
  if (actor.kind === "machine") return ok("owner");
  if (actor.kind === "visitor") return unauthenticatedFailure;
  if (!member || member.pageId !== pageId) return missingFailure;
  const writing = need !== "viewer";
  if (actor.kind === "token" && actor.readOnly && writing) return fail({ name: "forbidden", code: "read_only_token" });
  return isRoleAtLeast(member.role, need) ? ok(member.role) : fail({ name: "forbidden", detail: `role.${need}` });
}

export function permitOperator(actor: Actor): Result<true> {
  if (actor.kind === "machine") return ok(true);
  if (actor.kind === "visitor") return unauthenticatedFailure;
  return actor.operator ? ok(true) : fail({ name: "forbidden", detail: "role.operator" });
}
