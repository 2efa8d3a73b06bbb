import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { makeLimiter } from "~/platform/limiter";
import { newSession, openSession, type SignInSession } from "../new-session";
import { challengeByHash, notePasskeyUse, passkeyByCredential, passkeyStands } from "../queries/credentials";
import { passkeySignInInput } from "../rules/credentials-input";
import { answersPerChallenge, challengeMs } from "../rules/passkey";
import { openChallenge, passkeyRefusal, placeOf, readUse, spend } from "./ceremony";

/** Limits answers per challenge, so that repeated wrong answers cost no more reads. */
const answers = makeLimiter(challengeMs);

interface Entry {
  /** The authenticator's signed credential, as text. */
  credential: string;
  userAgent: string | null;
  /** The cookie by which the browser is known to people who signed in there; absent when it has none. */
  device?: string | null;
  /** Mark of the browser that asked for the challenge. */
  mark: string | null;
}

/**
 * Signs in the owner of the passkey; that uses up its challenge. Every wrong one is refused in the same words, and
 * writes nothing. Failures: invalid `bad_passkey`.
 */
export async function signInByPasskey(
  ctx: Ctx,
  { credential: text, userAgent, mark, device = null }: Entry,
): Promise<Result<SignInSession>> {
  const [place, parsed] = [placeOf(ctx), parseInput(passkeySignInInput, { credential: text })];
  if (!place.ok) return place;
  if (!parsed.ok) return passkeyRefusal;
  const { credential } = parsed.value;
  const bound = { mark: mark ?? "", personId: null };
  const challenge = await openChallenge(ctx, credential.challenge, "passkey_sign_in", bound);
  if (!challenge || !answers.take(challenge.tokenHash, answersPerChallenge, ctx.now()).allowed) return passkeyRefusal;
  return commitChangeWithRetry(ctx, async () => {
    const queries = [challengeByHash(ctx, challenge.tokenHash), passkeyByCredential(ctx, credential.id)] as const;
    const [[spent], [key]] = await read(ctx, ...queries);
    const now = ctx.now();
    if (spent) return passkeyRefusal;
    const response = credential as AuthenticationResponseJSON;
    const used = key ? await readUse(place.value, credential.challenge, response, key) : null;
    if (!key || !used) return passkeyRefusal;
    const { personId, operator } = key;
    const made = await newSession(ctx, { personId, operator, userAgent, device });
    const opened = await openSession(made, {
      pageId: null,
      guards: [passkeyStands(key.id, personId, key.counter)],
      changes: [...spend({ ...challenge, personId }), notePasskeyUse(key.id, personId, { ...used, at: now })],
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
