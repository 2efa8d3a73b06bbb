import { dayMs, minuteMs } from "~/time/durations";
import { isRecentInstant, isStampedWithin } from "~/time/instants";

/** 30 days, rolling (spec §9), in ms. */
export const sessionLengthMs = 30 * dayMs;

const maxSessionMs = 90 * dayMs;

/** Returns when a session that is used now expires: 30 days later, and at most 90 days after it was created. */
export const sessionExpiry = (createdAt: number, now: number): number =>
  Math.min(now + sessionLengthMs, createdAt + maxSessionMs);

/** Time for which an authentication suffices for actions that give away access or data, in ms. */
export const signInProofLifetimeMs = 10 * minuteMs;

/** True when a person signed in, or confirmed who they are, recently. */
export const isRecentSignInProof = (provenAt: number, now: number): boolean =>
  isRecentInstant(provenAt, now, signInProofLifetimeMs);

/**
 * Returns true if the text has the form of our session and link tokens (256 bits in base64url). Any other text needs no
 * lookup.
 */
export const isTokenShaped = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * Returns true if a use must be stored. That is at most once a day, so that a session does not cost a row per request.
 */
export const isCredentialUseWorthNoting = (lastAt: number | null, now: number): boolean =>
  lastAt === null || !isStampedWithin(lastAt, now, dayMs - 1);
