import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { isoUint8Array } from "@simplewebauthn/server/helpers";
import { permitStepUpActionNow } from "~/change/commit";
import { readBatch } from "~/db/read";
import { fail, invalidFieldFailure, missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { parseInput } from "~/fields/parse";
import { networkPrefix } from "~/net/network-prefix";
import type { Ctx } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import { passkeysOfPersonQuery } from "../queries/credentials";
import { personByIdQuery } from "../queries/sign-in";
import { passkeyNameInputSchema } from "../rules/credentials-input";
import { maxPasskeys, passkeyChallengeLifetimeMs, passkeyChallengeLimits } from "../rules/passkey";
import { signInWindowMs } from "../rules/sign-in";
import { availableRelyingParty, makePasskeyChallenge } from "./ceremony";

const limiter = makeRateLimiter(signInWindowMs);

function counted(ctx: Ctx, key: string, limit: number): Result<true> {
  const { allowed, retryAfter } = limiter.take(key, limit, ctx.now());
  return allowed ? ok(true) : fail({ name: "limited", retryAfter });
}

export const tooManyPasskeysFailure = invalidFieldFailure("", refusalFor("passkey.limit", { most: maxPasskeys }));

const authenticatorSelection = { residentKey: "required", userVerification: "required" } as const;

/**
 * Returns the browser's options to create a passkey for the person who asks. Failures: invalid (`name`), limited,
 * conflict.
 */
export async function beginPasskeyRegistration(
  ctx: Ctx,
  given: { name: string; mark: string },
): Promise<Result<PublicKeyCredentialCreationOptionsJSON>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const proven = permitStepUpActionNow(ctx, "passkey.add");
  if (!proven.ok) return proven;
  const [place, parsed] = [availableRelyingParty(ctx), parseInput(passkeyNameInputSchema, given)];
  if (!place.ok) return place;
  if (!parsed.ok) return parsed;
  const admitted = counted(ctx, `person ${actor.id}`, passkeyChallengeLimits.person);
  if (!admitted.ok) return admitted;
  const [[person], known] = await readBatch(ctx, personByIdQuery(ctx, actor.id), passkeysOfPersonQuery(ctx, actor.id));
  if (!person) return missingFailure;
  if (known.length >= maxPasskeys) return tooManyPasskeysFailure;
  const options = await generateRegistrationOptions({
    rpName: "Upfront",
    rpID: place.value.rpId,
    authenticatorSelection,
    attestationType: "none",
    userID: isoUint8Array.fromUTF8String(actor.id),
    userName: person.email ?? person.name,
    userDisplayName: person.name,
    timeout: passkeyChallengeLifetimeMs,
    challenge: await makePasskeyChallenge(ctx, "passkey_new", { mark: given.mark, personId: actor.id }),
    excludeCredentials: known.map((each) => ({ id: each.credentialId, transports: each.transports as [] })),
  });
  return ok(options);
}

/**
 * Returns the browser's options to ask for any passkey of this place: they name no one, so they do not reveal who has
 * one. Counted in memory; nothing is written. Failures: limited, conflict `no_passkeys`.
 */
export async function beginPasskeySignIn(
  ctx: Ctx,
  { from, mark }: { from: string | null; mark: string },
): Promise<Result<PublicKeyCredentialRequestOptionsJSON>> {
  const place = availableRelyingParty(ctx);
  if (!place.ok) return place;
  const admitted = counted(ctx, networkPrefix(from), passkeyChallengeLimits.prefix);
  if (!admitted.ok) return admitted;
  const challenge = await makePasskeyChallenge(ctx, "passkey_sign_in", { mark, personId: null });
  const options = {
    rpID: place.value.rpId,
    userVerification: "required" as const,
    timeout: passkeyChallengeLifetimeMs,
    challenge,
  };
  return ok(await generateAuthenticationOptions(options));
}
