import type { Role } from "~/access/actor";

/**
 * Who may come in at a route. Every route module says it in `handle.guard`; a route without one does not start.
 * `write` is the role for everything but GET and HEAD where it is another than `role`.
 */
export type Guard =
  /** Anybody. On public pages no cookie is looked at; under /manage whoever is signed in is known all the same. */
  | { kind: "public" }
  /** The secret in the address is the right. */
  | { kind: "token-link" }
  /** Signed in. */
  | { kind: "session" }
  /** The operator of the deployment. */
  | { kind: "operator" }
  /** A member of the page in the address (`:page`), with at least this role. */
  | { kind: "member"; role: Role; write?: Role };

export const isSafe = (method: string): boolean => method === "GET" || method === "HEAD";

/** The role that a member needs for this method. */
export const neededRole = (guard: Extract<Guard, { kind: "member" }>, method: string): Role =>
  isSafe(method) ? guard.role : (guard.write ?? guard.role);

const kinds: readonly string[] = ["public", "token-link", "session", "operator", "member"] satisfies Guard["kind"][];

/** What a route module's `handle` declares; null = nothing, which the tests and the start refuse. */
export function guardOf(handle: unknown): Guard | null {
  const guard = (handle as { guard?: Guard } | null | undefined)?.guard;
  return guard && kinds.includes(guard.kind) ? guard : null;
}
