import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from "@simplewebauthn/server";
import { isoBase64URL, isoUint8Array } from "@simplewebauthn/server/helpers";
import { challengeTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement } from "~/db/write";
import { fail, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { type PasskeyChallengeKind, parsePasskeyChallenge, passkeyChallengeText } from "../rules/challenge";
import { type PasskeyRelyingParty, passkeyChallengeLifetimeMs, passkeyRelyingParty } from "../rules/passkey";

type AvailableRelyingParty = Extract<PasskeyRelyingParty, { possible: true }>;

/**
 * The same failure for every fault, such as an unknown key, a used challenge, a wrong signature or a counter that went
 * back.
 */
export const passkeyFailure = invalidFieldFailure("", refusalFor("passkey.refused"), "bad_passkey");

/** Returns the place of this deployment's passkeys, or why there are none. */
export function availableRelyingParty(ctx: Ctx): Result<AvailableRelyingParty> {
  const place = passkeyRelyingParty(ctx.config.origin);
  if (place.possible) return ok(place);
  const detail = refusalFor("passkey.no_host");
  return fail({ name: "conflict", code: "no_passkeys", detail });
}

/** The browser and the person that a challenge is bound to; `personId` null for any person. */
export interface ChallengeBinding {
  mark: string;
  personId: string | null;
}

const signed = (body: string, { mark, personId }: ChallengeBinding) => `challenge.${body}.${mark}.${personId ?? ""}`;

/**
 * Creates a challenge that can be returned once, within five minutes, by the browser that asked. Nothing is written.
 */
export async function makePasskeyChallenge(ctx: Ctx, kind: PasskeyChallengeKind, bound: ChallengeBinding) {
  const body = passkeyChallengeText({ expiresAt: ctx.now() + passkeyChallengeLifetimeMs, kind, nonce: ctx.token() });
  return isoUint8Array.fromUTF8String(`${body}.${await ctx.secrets.sign(signed(body, bound))}`);
}

/** The row of a challenge that was answered correctly; its key keeps it from being answered twice. */
export type UsedChallengeRow = typeof challengeTable.$inferInsert;

/**
 * Opens our challenge of this kind and binding if it has not expired; returns the row to insert once its answer is
 * correct.
 */
export async function verifyPasskeyChallenge(
  ctx: Ctx,
  text: string,
  kind: PasskeyChallengeKind,
  bound: ChallengeBinding,
): Promise<UsedChallengeRow | null> {
  const found = parsePasskeyChallenge(isoBase64URL.toUTF8String(text));
  const now = ctx.now();
  if (found?.kind !== kind || found.expiresAt <= now) return null;
  if (!(await ctx.secrets.verify(signed(passkeyChallengeText(found), bound), found.signature))) return null;
  const tokenHash = await ctx.secrets.hash(found.nonce);
  return { tokenHash, kind, personId: bound.personId, createdAt: now, expiresAt: found.expiresAt };
}

export const usedChallengeStatements = (spent: UsedChallengeRow): SqlStatement[] =>
  insertRowsStatements(challengeTable, [spent]);

/** Returns null when the library throws, because it throws when something does not match. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Returns what an authenticator created if it matches challenge, place and the person's presence; else null. */
export async function verifyPasskeyRegistration(
  place: AvailableRelyingParty,
  challenge: string,
  response: RegistrationResponseJSON,
) {
  const expected = { expectedChallenge: challenge, expectedOrigin: place.origin, expectedRPID: place.rpId };
  const found = await orNull(verifyRegistrationResponse({ response, ...expected, requireUserVerification: true }));
  if (!found?.verified) return null;
  const { credential, credentialBackedUp } = found.registrationInfo;
  const publicKey = isoBase64URL.fromBuffer(credential.publicKey);
  return { credentialId: credential.id, publicKey, counter: credential.counter, backedUp: credentialBackedUp };
}

interface StoredPasskey {
  id: string;
  personId: string;
  publicKey: string;
  counter: number;
}

/** Returns the counter and the backup state if the answer is from that very passkey; else null. */
export async function verifyPasskeyAssertion(
  place: AvailableRelyingParty,
  challenge: string,
  response: AuthenticationResponseJSON,
  stored: StoredPasskey,
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
