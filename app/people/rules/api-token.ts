import type { Role } from "~/access/actor";
import { lowerOfRoles } from "~/access/permission";
import { dayMs } from "~/time/durations";

/** Prefix by which people and secret scanners recognise a token. */
export const apiTokenPrefix = "upfront_";

export const maxApiTokens = 50;

/** Days for which a token may be valid: a year at most. */
export const tokenLifetimeDays = { "7": 7, "30": 30, "90": 90, "365": 365 } as const;
export type TokenLifetime = keyof typeof tokenLifetimeDays;
export const tokenLifetimeChoices = ["7", "30", "90", "365"] as const;

const maxLifetimeMs = 365 * dayMs;

/** Returns when a new token expires, in ms. */
export const newTokenExpiry = (life: TokenLifetime, now: number): number => now + tokenLifetimeDays[life] * dayMs;

/**
 * Returns when an existing token expires. A token without an end, or with a later end, expires a year after it was
 * created.
 */
export const existingTokenExpiry = ({
  createdAt,
  expiresAt,
}: {
  createdAt: number;
  expiresAt: number | null;
}): number => Math.min(expiresAt ?? Number.POSITIVE_INFINITY, createdAt + maxLifetimeMs);

/** Returns a token's role on a page: the lower of its own role and its maker's present role there (spec §6). */
export const tokenRoleOnPage = (ceiling: Role, makers: Role): Role => lowerOfRoles(ceiling, makers);

export const isTokenExpired = (expiresAt: number | null, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;
