import type { Role } from "~/access/actor";

/**
 * Access rule of a route. Every route module declares it in `handle.guard`; the deployment does not start with a route
 * without one. `write` is the role for all methods but GET and HEAD when it differs from `role`.
 */
export type RouteGuard =
  /**
   * Access without sign-in. On public pages no cookie is read; under /manage a signed-in person is still recognised.
   */
  | { kind: "public" }
  /** The secret in the address grants access. */
  | { kind: "token-link" }
  /** Any signed-in person. */
  | { kind: "session" }
  /** The operator of the deployment. */
  | { kind: "operator" }
  /** A member of the page in the address (`:page`), with at least this role. */
  | { kind: "member"; role: Role; write?: Role };

export const isSafeMethod = (method: string): boolean => method === "GET" || method === "HEAD";

/** Returns the role that a member needs for this method. */
export const neededRole = (guard: Extract<RouteGuard, { kind: "member" }>, method: string): Role =>
  isSafeMethod(method) ? guard.role : (guard.write ?? guard.role);

const kinds: readonly string[] = [
  "public",
  "token-link",
  "session",
  "operator",
  "member",
] satisfies RouteGuard["kind"][];

/** Returns the guard that a route module's `handle` declares; null = none, which the tests and the start refuse. */
export function routeGuardOf(handle: unknown): RouteGuard | null {
  const guard = (handle as { guard?: RouteGuard } | null | undefined)?.guard;
  return guard && kinds.includes(guard.kind) ? guard : null;
}
