import type { Role } from "../basics/actor";
import { lowerRole } from "../basics/permission";

/** So that people and secret scanners know one when they see it. */
export const tokenPrefix = "upfront_";

export const tokensLimit = 50;

/** Days that a token may be good for; null = until it is revoked. */
export const tokenDays = { "7": 7, "30": 30, "90": 90, "365": 365, never: null } as const;
export type TokenLife = keyof typeof tokenDays;
export const tokenLives = ["7", "30", "90", "365", "never"] as const;

const day = 86_400_000;

/** Instant in ms after which it opens nothing; null = never. */
export function tokenEnd(life: TokenLife, now: number): number | null {
  const days = tokenDays[life];
  return days === null ? null : now + days * day;
}

/** What a token may do on a page: the lower of its own role and its maker's there today (spec §6). */
export const tokenRoleOn = (ceiling: Role, makers: Role): Role => lowerRole(ceiling, makers);

export const isExpired = (expiresAt: number | null, now: number): boolean => expiresAt !== null && expiresAt <= now;
