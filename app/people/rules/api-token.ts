import type { Role } from "~/access/actor";
import { lowerRole } from "~/access/permission";

/** So that people and secret scanners know one when they see it. */
export const tokenPrefix = "upfront_";

export const tokensLimit = 50;

/** Days that a token may be good for: a year at most. */
export const tokenDays = { "7": 7, "30": 30, "90": 90, "365": 365 } as const;
export type TokenLife = keyof typeof tokenDays;
export const tokenLives = ["7", "30", "90", "365"] as const;

const day = 86_400_000;
const longest = 365 * day;

/** Instant in ms after which it opens nothing. */
export const tokenEnd = (life: TokenLife, now: number): number => now + tokenDays[life] * day;

/** The same of a token that is there: one that says no end, or a later one, ends a year after it was made. */
export const lastMoment = ({ createdAt, expiresAt }: { createdAt: number; expiresAt: number | null }): number =>
  Math.min(expiresAt ?? Number.POSITIVE_INFINITY, createdAt + longest);

/** What a token may do on a page: the lower of its own role and its maker's there today (spec §6). */
export const tokenRoleOn = (ceiling: Role, makers: Role): Role => lowerRole(ceiling, makers);

export const isExpired = (expiresAt: number | null, now: number): boolean => expiresAt !== null && expiresAt <= now;
