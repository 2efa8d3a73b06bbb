import { minuteMs } from "~/time/durations";

/** Time within which a browser must return a challenge, in ms. */
export const passkeyChallengeLifetimeMs = 5 * minuteMs;

/**
 * Maximum number of responses to one challenge that are checked. A form that is sent again after a lost connection
 * needs two.
 */
export const answersPerPasskeyChallenge = 5;

export const maxPasskeys = 20;

/** Challenges within `signInWindowMs`: per network for people who are not signed in, and per person. */
export const passkeyChallengeLimits = { prefix: 60, person: 20 } as const;

/** The place of a deployment's passkeys, or why it can have none (WebAuthn level 3 §5.1.3). */
export type PasskeyRelyingParty =
  | { possible: true; origin: string; rpId: string }
  | { possible: false; why: "address" | "insecure"; instead: string | null };

const isLocal = (name: string) => name === "localhost" || name.endsWith(".localhost");
const isLoopback = (name: string) => name === "[::1]" || /^127(\.\d+){3}$/.test(name);
const isAddress = (name: string) => name.startsWith("[") || /^\d+(\.\d+){3}$/.test(name);

/**
 * Returns the place for `origin`, that of all our addresses (UPFRONT_URL). `instead`: the same place under a name that
 * can have passkeys.
 */
export function passkeyRelyingParty(origin: string): PasskeyRelyingParty {
  const url = new URL(origin);
  const { hostname: rpId } = url;
  if (isAddress(rpId)) {
    url.hostname = "localhost";
    return { possible: false, why: "address", instead: isLoopback(rpId) ? url.origin : null };
  }
  if (url.protocol !== "https:" && !isLocal(rpId)) return { possible: false, why: "insecure", instead: null };
  return { possible: true, origin: url.origin, rpId };
}

/**
 * Returns the challenge in what an authenticator signed (`clientDataJSON`, base64url); null when it cannot be read, or
 * was signed in a frame of another site's page, where people cannot see whom they answer (WebAuthn level 3 §7.1, §7.2).
 */
export function challengeFromClientData(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(atob(clientDataJSON.replaceAll("-", "+").replaceAll("_", "/")));
    if (typeof data !== "object" || data === null || !("challenge" in data)) return null;
    const { challenge } = data;
    if ("crossOrigin" in data && data.crossOrigin !== false) return null;
    return typeof challenge === "string" && /^[\w-]{43,300}$/.test(challenge) ? challenge : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return null;
    throw error;
  }
}
