import { isFullMailAddress } from "~/net/mail-address";

const minute = 60_000;

/** How long a person may take at a provider (docs/protocols.md, "Secrets, links, sign-in, cross-site"), in ms. */
export const providerTripLength = 10 * minute;

/** What a provider says of a person, as it came: of an ID token or of its userinfo. */
export type Claims = Readonly<Record<string, unknown>>;

const yes: readonly unknown[] = [true, 1, "true", "1"];

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** Entra sends no `email_verified`; its optional claim says that the address's domain is proven to be the tenant's. */
const isEntra = (issuer: string): boolean =>
  ["login.microsoftonline.com", "login.microsoftonline.us", "login.partner.microsoftonline.cn"].includes(
    URL.parse(issuer)?.hostname ?? "",
  );

/** U+212A is the one letter beyond ASCII whose lower case is in it: its mailbox is not the one that is written with a k. */
const kelvinSign = "\u212a";

/** The address that the provider names, in the form in which addresses are kept; "" = none. */
export function addressIn(claims: Claims): string {
  const email = textOf(claims.email);
  const kept = email.includes(kelvinSign) ? "" : email.toLowerCase();
  return isFullMailAddress(kept) ? kept : "";
}

/** Who somebody is there; null where it is no text that is kept as it came: two of those could be one (OpenID Connect Core 1.0 §2). */
export function subjectIn({ sub }: Claims): string | null {
  const isKept = typeof sub === "string" && sub.isWellFormed() && /^\P{Cc}{1,255}$/u.test(sub);
  return isKept ? sub : null;
}

/** The same where the provider vouches for it, else null: whoever may write any address must not become its owner. */
export function provenAddressIn(claims: Claims, issuer: string): string | null {
  const vouched =
    claims.email_verified === undefined
      ? isEntra(issuer) && yes.includes(claims.xms_edov)
      : claims.email_verified === true || claims.email_verified === "true";
  return vouched ? addressIn(claims) || null : null;
}

/** How old a sign-in at a provider may be, in seconds: 30 days for ours, none where somebody is to confirm that it is them. */
export const ageAtProvider = (again: boolean): string => (again ? "0" : "2592000");

/** When they last proved there who they are, in ms. Who was asked for an age has to tell it; who does not is taken by its word. */
export function provenAtIn({ auth_time: at }: Claims, now: number): number {
  return typeof at === "number" && at >= 0 ? Math.min(at * 1000, now) : now;
}

const isPrintable = (letter: string): boolean => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(letter);

/** What the team shall call somebody new: the provider's word for it, else the address up to its @. */
export function nameIn(claims: Claims): string {
  const given = [claims.name, claims.preferred_username].map(textOf).find((each) => each !== "");
  const letters = [...(given ?? addressIn(claims).split("@")[0] ?? "")].filter(isPrintable);
  return letters.slice(0, 120).join("").trim() || "Someone";
}

/**
 * Every way in which a sign-in by a provider can end badly; each is a page of its own. `over`: used, run out or altered.
 * `elsewhere`: begun in another browser. `client`: it does not know our id or secret. `untrusted`: its answer does not
 * fit what was asked.
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
