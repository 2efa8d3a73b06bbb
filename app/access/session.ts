import { isStampedWithin, isYoung } from "~/time/instants";

/** 30 days, rolling (spec §9), in ms. */
export const sessionLength = 30 * 86_400_000;

const longestSession = 90 * 86_400_000;

/** When a session ends that is seen now: 30 days later, and 90 days after it began at the latest. */
export const sessionEnd = (createdAt: number, now: number): number =>
  Math.min(now + sessionLength, createdAt + longestSession);

/** How long a proof of who sits there is enough for what gives away access or data, in ms. */
export const proofLength = 10 * 60_000;

/** Whether somebody signed in, or confirmed that it is them, a moment ago. */
export const isFreshProof = (provenAt: number, now: number): boolean => isYoung(provenAt, now, proofLength);

/** A session or link token as we make them: 256 bits in base64url. Anything else is not worth a look-up. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

const day = 86_400_000;

/** Being seen is written at most once a day: a session costs no row per request. */
export const isWorthNoting = (lastAt: number | null, now: number): boolean =>
  lastAt === null || !isStampedWithin(lastAt, now, day - 1);
