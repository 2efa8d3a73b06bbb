import { type Failure, fail, ok, type Result } from "~/failures/failure";
import { type Actor, type Role, roles } from "./actor";

/** The page of a route and the actor's present role on it, as the route's guard found. */
export interface Member {
  pageId: string;
  role: Role;
}

export const atLeast = (role: Role, need: Role): boolean => roles.indexOf(role) >= roles.indexOf(need);

export const lowerRole = (one: Role, other: Role): Role => (atLeast(one, other) ? other : one);

const missing: Failure = { name: "missing" };

/**
 * Permits by role: 404 for what the actor may not know exists, 403 for what they may see but not do (spec §6). Machines
 * act under their own lease.
 */
export function permit(actor: Actor, member: Member | null, pageId: string, need: Role): Result<Role> {
  if (actor.kind === "machine") return ok("owner");
  if (actor.kind === "visitor") return fail({ name: "unauthenticated" });
  if (!member || member.pageId !== pageId) return fail(missing);
  const writing = need !== "viewer";
  if (actor.kind === "token" && actor.readOnly && writing) return fail({ name: "forbidden", code: "read_only_token" });
  return atLeast(member.role, need) ? ok(member.role) : fail({ name: "forbidden", detail: `role.${need}` });
}

export function permitOperator(actor: Actor): Result<true> {
  if (actor.kind === "machine") return ok(true);
  if (actor.kind === "visitor") return fail({ name: "unauthenticated" });
  return actor.operator ? ok(true) : fail({ name: "forbidden", detail: "role.operator" });
}
