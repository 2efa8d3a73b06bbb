import { fail, missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { type Actor, isRoleAtLeast, type Role } from "./actor";

/** The page of a route and the actor's present role on it, as the route's guard found. */
export interface PageMembership {
  pageId: string;
  role: Role;
}

/** The nature of a change, as far as the kind of a token decides on it. */
export interface ChangeNature {
  /** True for a draft or a proposal: visitors see nothing of it and no component moves, so a drafter token may make it. */
  drafts?: boolean | undefined;
}

export const lowerOfRoles = (one: Role, other: Role): Role => (isRoleAtLeast(one, other) ? other : one);

const readOnlyTokenFailure = fail({ name: "forbidden", code: "read_only_token" });

/** The refusal of whatever a drafter token may not do. */
export const drafterTokenFailure = fail({ name: "forbidden", code: "drafter_token", detail: "token.drafter" });

/**
 * Permits a change by the kind of the token: none by one that only reads, and by a drafter none that does not say that
 * it drafts. A use case that says nothing is refused.
 */
export function permitTokenChange(actor: Actor, { drafts = false }: ChangeNature = {}): Result<true> {
  if (actor.kind !== "token") return ok(true);
  if (actor.readOnly) return readOnlyTokenFailure;
  return actor.drafter && !drafts ? drafterTokenFailure : ok(true);
}

/**
 * Permits by role: 404 for what the actor may not know exists, 403 for what they may see but not do (spec §6). Machines
 * act under their own lease.
 */
export function permitRole(
  actor: Actor,
  member: PageMembership | null,
  pageId: string,
  need: Role,
  nature: ChangeNature = {},
): Result<Role> {
  if (actor.kind === "machine") return ok("owner");
  if (actor.kind === "visitor") return unauthenticatedFailure;
  if (!member || member.pageId !== pageId) return missingFailure;
  const may = need === "viewer" ? ok(true) : permitTokenChange(actor, nature);
  if (!may.ok) return may;
  return isRoleAtLeast(member.role, need) ? ok(member.role) : fail({ name: "forbidden", detail: `role.${need}` });
}

export function permitOperator(actor: Actor): Result<true> {
  if (actor.kind === "machine") return ok(true);
  if (actor.kind === "visitor") return unauthenticatedFailure;
  return actor.operator ? ok(true) : fail({ name: "forbidden", detail: "role.operator" });
}
