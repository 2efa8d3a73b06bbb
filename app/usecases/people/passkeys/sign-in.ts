import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { commit } from "~/db/commit";
import {
  challengeByHash,
  challengeStands,
  notePasskeyUse,
  passkeyByCredential,
  passkeyStands,
  spendChallenge,
} from "~/db/queries/credentials";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { parseInput } from "~/rules/fields/parse";
import { passkeySignInInput } from "~/rules/people/credentials-input";
import { changing } from "../../change/changing";
import { newSession, type SignedIn } from "../new-session";
import { placeOf, readUse, refused, spendAndRefuse, stands } from "./ceremony";

interface Entry {
  /** The text of what the authenticator signed. */
  credential: string;
  userAgent: string | null;
}

/**
 * Signs in whoever the passkey belongs to; its challenge is spent by that, right or wrong. Every wrong one is refused in
 * the same words. Failures: invalid `bad_passkey`.
 */
export async function signInByPasskey(ctx: Ctx, { credential: text, userAgent }: Entry): Promise<Result<SignedIn>> {
  const [place, parsed] = [placeOf(ctx), parseInput(passkeySignInInput, { credential: text })];
  if (!place.ok) return place;
  if (!parsed.ok) return refused;
  const { credential } = parsed.value;
  const tokenHash = await ctx.secrets.hash(credential.challenge);
  return changing(ctx, async () => {
    const queries = [challengeByHash(ctx, tokenHash), passkeyByCredential(ctx, credential.id)] as const;
    const [[challenge], [key]] = await read(ctx, ...queries);
    const now = ctx.now();
    if (!stands(challenge, "passkey_sign_in", null, now)) return refused;
    const response = credential as AuthenticationResponseJSON;
    const used = key ? await readUse(place.value, credential.challenge, response, key) : null;
    if (!key || !used) return spendAndRefuse(ctx, tokenHash);
    const { personId, operator } = key;
    const made = await newSession(ctx, { personId, operator, userAgent });
    await commit(made.acting, {
      id: ctx.id(),
      pageId: null,
      guards: [challengeStands(tokenHash, now), passkeyStands(key.id, personId, key.counter)],
      changes: [spendChallenge(tokenHash), notePasskeyUse(key.id, personId, { ...used, at: now }), ...made.changes],
      audit: {
        action: "session.open",
        subjectKind: "session",
        subjectId: made.id,
        after: { by: "passkey", passkey: key.name },
      },
    });
    return ok({ sessionToken: made.sessionToken, personId });
  });
}
