import { fail, missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { type Actor, isRoleAtLeast, type Role } from "./actor";

/** The page of a route and the actor's current role on it, as read by the route's guard. */
export interface PageMembership {
  pageId: string;
  role: Role;
}

/** The properties of a change on which the permission of a token depends. */
export interface ChangeNature {
  /**
   * True for a draft or a proposal. Visitors do not see it and no component changes, so a drafter token may create it.
   */
  drafts?: boolean | undefined;
}

export const lowerOfRoles = (one: Role, other: Role): Role => (isRoleAtLeast(one, other) ? other : one);

const readOnlyTokenFailure = fail({ name: "forbidden", code: "read_only_token" });

/** Failure for a change that a drafter token may not make. */
export const drafterTokenFailure = fail({ name: "forbidden", code: "drafter_token", detail: "token.drafter" });

/**
 * Permits a change by the kind of the token. A read-only token may change nothing, and a drafter token may only make
 * changes with `drafts`, so a use case that does not set it refuses drafters.
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
