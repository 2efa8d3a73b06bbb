import { isFullMailAddress } from "~/net/mail-address";
import { minuteMs } from "~/time/durations";

/** Time that a person may take at a provider (docs/protocols.md, "Secrets, links, sign-in, cross-site"), in ms. */
export const providerSignInTimeoutMs = 10 * minuteMs;

/** Claims of a provider about a person, as received in an ID token or from userinfo. */
export type IdentityClaims = Readonly<Record<string, unknown>>;

const yes: readonly unknown[] = [true, 1, "true", "1"];

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/**
 * True for Entra, which sends no `email_verified`; its optional claim says that the address's domain is verified as the
 * tenant's.
 */
const isEntra = (issuer: string): boolean =>
  ["login.microsoftonline.com", "login.microsoftonline.us", "login.partner.microsoftonline.cn"].includes(
    URL.parse(issuer)?.hostname ?? "",
  );

/**
 * U+212A is the only letter beyond ASCII whose lower case is ASCII. An address with it is another mailbox than the
 * address with a k.
 */
const kelvinSign = "\u212a";

/** Returns the address that the provider names, in the form in which addresses are stored; "" when there is none. */
export function emailFromClaims(claims: IdentityClaims): string {
  const email = textOf(claims.email);
  const kept = email.includes(kelvinSign) ? "" : email.toLowerCase();
  return isFullMailAddress(kept) ? kept : "";
}

/**
 * Returns the provider's subject, or null if it is not a text that can be stored unchanged, because two such texts
 * could become equal (OpenID Connect Core 1.0 §2).
 */
export function subjectFromClaims({ sub }: IdentityClaims): string | null {
  const isKept = typeof sub === "string" && sub.isWellFormed() && /^\P{Cc}{1,255}$/u.test(sub);
  return isKept ? sub : null;
}

/**
 * Returns the address if the provider reports it as verified, otherwise null, because a person who can enter any
 * address must not become its owner.
 */
export function verifiedEmailFromClaims(claims: IdentityClaims, issuer: string): string | null {
  const vouched =
    claims.email_verified === undefined
      ? isEntra(issuer) && yes.includes(claims.xms_edov)
      : claims.email_verified === true || claims.email_verified === "true";
  return vouched ? emailFromClaims(claims) || null : null;
}

/**
 * Returns the oldest sign-in that a provider may use, in seconds: 30 days, or none when a person has to confirm who
 * they are.
 */
export const oidcMaxAgeSecondsText = (again: boolean): string => (again ? "0" : "2592000");

/**
 * Returns when the person last authenticated at the provider, in ms. A provider has to report it when it was asked for
 * an age; otherwise now is assumed.
 */
export function authTimeFromClaims({ auth_time: at }: IdentityClaims, now: number): number {
  return typeof at === "number" && at >= 0 ? Math.min(at * 1000, now) : now;
}

const isPrintable = (letter: string): boolean => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(letter);

/** Returns a new person's name: the provider's, else the address up to its @. */
export function nameFromClaims(claims: IdentityClaims): string {
  const given = [claims.name, claims.preferred_username].map(textOf).find((each) => each !== "");
  const letters = [...(given ?? emailFromClaims(claims).split("@")[0] ?? "")].filter(isPrintable);
  return letters.slice(0, 120).join("").trim() || "Someone";
}

/**
 * Ways in which a sign-in by a provider can fail; each has its own page. `over`: used, expired or altered. `elsewhere`:
 * started in another browser. `client`: it does not know our id or secret. `untrusted`: its answer does not match the
 * request.
 */
export const providerTroubles = [
  "denied",
  "over",
  "elsewhere",
  "away",
  "client",
  "clock",
  "untrusted",
  "unverified",
  "nobody",
  "taken",
  "signed_out",
] as const;
export type ProviderTrouble = (typeof providerTroubles)[number];
