import { isStampedWithin } from "../basics/instants";

/** 30 days, rolling (spec §9), in ms. */
export const sessionLength = 30 * 86_400_000;

/** A session or link token as we make them: 256 bits in base64url. Anything else is not worth a look-up. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

const day = 86_400_000;

/** Being seen is written at most once a day: a session costs no row per request. */
export const isWorthNoting = (lastAt: number | null, now: number): boolean =>
  lastAt === null || !isStampedWithin(lastAt, now, day - 1);
