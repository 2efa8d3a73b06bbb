import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from "@simplewebauthn/server";
import { isoBase64URL, isoUint8Array } from "@simplewebauthn/server/helpers";
import { challenge } from "~/db/schema";
import { insertRows, type Statement } from "~/db/write";
import { fail, invalid, ok, type Result } from "~/failures/failure";
import { said } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { type ChallengeKind, challengeBody, readChallenge } from "../rules/challenge";
import { challengeLength, type PasskeyPlace, passkeyPlace } from "../rules/passkey";

type Place = Extract<PasskeyPlace, { possible: true }>;

/** One answer for whatever is wrong: an unknown key, a spent challenge, a signature, a counter that went back. */
export const refused = invalid("", said("passkey.refused"), "bad_passkey");

/** Where passkeys of this deployment belong to, or why there are none. */
export function placeOf(ctx: Ctx): Result<Place> {
  const place = passkeyPlace(ctx.config.origin);
  if (place.possible) return ok(place);
  const detail = said("passkey.no_host");
  return fail({ name: "conflict", code: "no_passkeys", detail });
}

/** Whom a challenge is for: the browser with this mark, and the person; null = whoever it is. */
export interface Bound {
  mark: string;
  personId: string | null;
}

const signed = (body: string, { mark, personId }: Bound) => `challenge.${body}.${mark}.${personId ?? ""}`;

/** A challenge that may be brought back once, within five minutes, by the browser that asked. Nothing is written. */
export async function newChallenge(ctx: Ctx, kind: ChallengeKind, bound: Bound) {
  const body = challengeBody({ expiresAt: ctx.now() + challengeLength, kind, nonce: ctx.token() });
  return isoUint8Array.fromUTF8String(`${body}.${await ctx.secrets.sign(signed(body, bound))}`);
}

/** The row of a challenge that was answered rightly; its key keeps it from being answered twice. */
export type SpentChallenge = typeof challenge.$inferInsert;

/** A challenge of ours, of this kind and for these, in time; what is to be inserted once its answer is right. */
export async function openChallenge(
  ctx: Ctx,
  text: string,
  kind: ChallengeKind,
  bound: Bound,
): Promise<SpentChallenge | null> {
  const found = readChallenge(isoBase64URL.toUTF8String(text));
  const now = ctx.now();
  if (found?.kind !== kind || found.expiresAt <= now) return null;
  if (!(await ctx.secrets.verify(signed(challengeBody(found), bound), found.signature))) return null;
  const tokenHash = await ctx.secrets.hash(found.nonce);
  return { tokenHash, kind, personId: bound.personId, createdAt: now, expiresAt: found.expiresAt };
}

export const spend = (spent: SpentChallenge): Statement[] => insertRows(challenge, [spent]);

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
