import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from "@simplewebauthn/server";
import { isoBase64URL } from "@simplewebauthn/server/helpers";
import { runBatch } from "~/db/commit";
import { spendChallenge } from "~/db/queries/credentials";
import { challenge } from "~/db/schema";
import { insertRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { fail, invalid, ok, type Result } from "~/rules/basics/failure";
import { challengeLength, type PasskeyPlace, passkeyPlace } from "~/rules/people/passkey";

type Place = Extract<PasskeyPlace, { possible: true }>;
type Kind = "passkey_new" | "passkey_sign_in";

/** One answer for whatever is wrong: an unknown key, a spent challenge, a signature, a counter that went back. */
export const refused = invalid(
  "",
  "This passkey was not accepted: it is no longer registered here, or too much time has passed. Try again, or sign in by email.",
  "bad_passkey",
);

/** Where passkeys of this deployment belong to, or why there are none. */
export function placeOf(ctx: Ctx): Result<Place> {
  const place = passkeyPlace(ctx.config.origin);
  if (place.possible) return ok(place);
  const detail = "Passkeys need a name with https, or localhost: UPFRONT_URL says otherwise.";
  return fail({ name: "conflict", code: "no_passkeys", detail });
}

/** A challenge that may be brought back once, within five minutes; `personId` null = by anybody. */
export async function newChallenge(ctx: Ctx, kind: Kind, personId: string | null) {
  const [token, now] = [ctx.token(), ctx.now()];
  const row = { tokenHash: await ctx.secrets.hash(token), kind, personId, createdAt: now };
  const made = { ...row, expiresAt: now + challengeLength };
  await runBatch(ctx, insertRows(challenge, [made], { onConflict: { key: ["tokenHash"], set: null } }));
  return isoBase64URL.toBuffer(token);
}

type Standing = { kind: string; personId: string | null; expiresAt: number } | undefined;

/** Of this kind and person, and in time. */
export const stands = (row: Standing, kind: Kind, personId: string | null, now: number): boolean =>
  row !== undefined && row.kind === kind && row.personId === personId && row.expiresAt > now;

/** A challenge that was answered wrongly is spent as well: there is no second guess. */
export async function spendAndRefuse(ctx: Ctx, tokenHash: string): Promise<typeof refused> {
  await runBatch(ctx, [spendChallenge(tokenHash)]);
  return refused;
}

/** What the library throws says that something does not fit. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** What an authenticator made, where it fits challenge, place and the person's presence; else null. */
export async function readNew(place: Place, challenge: string, response: RegistrationResponseJSON) {
  const expected = { expectedChallenge: challenge, expectedOrigin: place.origin, expectedRPID: place.rpId };
  const found = await orNull(verifyRegistrationResponse({ response, ...expected, requireUserVerification: true }));
  if (!found?.verified) return null;
  const { credential, credentialBackedUp } = found.registrationInfo;
  const publicKey = isoBase64URL.fromBuffer(credential.publicKey);
  return { credentialId: credential.id, publicKey, counter: credential.counter, backedUp: credentialBackedUp };
}

interface Stored {
  id: string;
  personId: string;
  publicKey: string;
  counter: number;
}

/** The counter and whether it is backed up, where the answer is of that very passkey; else null. */
export async function readUse(
  place: Place,
  challenge: string,
  response: AuthenticationResponseJSON,
  stored: Stored,
): Promise<{ counter: number; backedUp: boolean } | null> {
  const handle = response.response.userHandle;
  if (handle && handle !== isoBase64URL.fromUTF8String(stored.personId)) return null;
  const publicKey = isoBase64URL.toBuffer(stored.publicKey);
  const credential: WebAuthnCredential = { id: response.id, publicKey, counter: stored.counter };
  const expected = { expectedChallenge: challenge, expectedOrigin: place.origin, expectedRPID: place.rpId };
  const given = { response, credential, ...expected, requireUserVerification: true };
  const found = await orNull(verifyAuthenticationResponse(given));
  if (!found?.verified) return null;
  const { newCounter, credentialBackedUp } = found.authenticationInfo;
  return { counter: newCounter, backedUp: credentialBackedUp };
}
