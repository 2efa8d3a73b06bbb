import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import { commitNewSession, prepareNewSession, type SignInSession } from "../new-session";
import {
  challengeByHashQuery,
  guardPasskeyCounterStatement,
  passkeyByCredentialIdQuery,
  passkeyUseStatement,
} from "../queries/credentials";
import { passkeySignInInputSchema } from "../rules/credentials-input";
import { answersPerPasskeyChallenge, passkeyChallengeLifetimeMs } from "../rules/passkey";
import {
  availableRelyingParty,
  passkeyFailure,
  usedChallengeStatements,
  verifyPasskeyAssertion,
  verifyPasskeyChallenge,
} from "./ceremony";

/** Limits answers per challenge, so that repeated wrong answers cost no more reads. */
const answers = makeRateLimiter(passkeyChallengeLifetimeMs);

interface PasskeySignInAttempt {
  /** The authenticator's signed credential, as text. */
  credential: string;
  userAgent: string | null;
  /** The cookie by which the browser is known to people who signed in there; absent when it has none. */
  device?: string | null;
  /** Mark of the browser that asked for the challenge. */
  mark: string | null;
}

/**
 * Signs in the owner of the passkey and uses up the challenge. Every invalid passkey gets the same failure and writes
 * nothing. Failures: invalid `bad_passkey`.
 */
export async function signInByPasskey(
  ctx: Ctx,
  { credential: text, userAgent, mark, device = null }: PasskeySignInAttempt,
): Promise<Result<SignInSession>> {
  const [place, parsed] = [availableRelyingParty(ctx), parseInput(passkeySignInInputSchema, { credential: text })];
  if (!place.ok) return place;
  if (!parsed.ok) return passkeyFailure;
  const { credential } = parsed.value;
  const bound = { mark: mark ?? "", personId: null };
  const challenge = await verifyPasskeyChallenge(ctx, credential.challenge, "passkey_sign_in", bound);
  if (!challenge || !answers.take(challenge.tokenHash, answersPerPasskeyChallenge, ctx.now()).allowed)
    return passkeyFailure;
  return commitChangeWithRetry(ctx, async () => {
    const queries = [
      challengeByHashQuery(ctx, challenge.tokenHash),
      passkeyByCredentialIdQuery(ctx, credential.id),
    ] as const;
    const [[spent], [key]] = await readBatch(ctx, ...queries);
    const now = ctx.now();
    if (spent) return passkeyFailure;
    const response = credential as AuthenticationResponseJSON;
    const used = key ? await verifyPasskeyAssertion(place.value, credential.challenge, response, key) : null;
    if (!key || !used) return passkeyFailure;
    const { personId, operator } = key;
    const made = await prepareNewSession(ctx, { personId, operator, userAgent, device });
    const opened = await commitNewSession(made, {
      pageId: null,
      guards: [guardPasskeyCounterStatement(key.id, personId, key.counter)],
      changes: [
        ...usedChallengeStatements({ ...challenge, personId }),
        passkeyUseStatement(key.id, personId, { ...used, at: now }),
      ],
      audit: {
        action: "session.open",
        subjectKind: "session",
        subjectId: made.id,
        after: { by: "passkey", passkey: key.name },
      },
    });
    return ok(opened);
  });
}
