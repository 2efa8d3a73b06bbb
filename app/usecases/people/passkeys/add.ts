import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { priorCommit } from "~/db/queries/audit";
import {
  challengeByHash,
  challengeStands,
  passkeyByCredential,
  passkeysOf,
  spendChallenge,
} from "~/db/queries/credentials";
import { read } from "~/db/read";
import { passkey } from "~/db/schema";
import { insertRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { fail, type Result } from "~/rules/basics/failure";
import { parseInput } from "~/rules/fields/parse";
import { type PasskeyInput, passkeyInput } from "~/rules/people/credentials-input";
import { passkeysLimit } from "~/rules/people/passkey";
import { type Done, replayOf } from "../../change/answers";
import { changing } from "../../change/changing";
import { commitChange } from "../../change/commit";
import { fullOfPasskeys } from "./begin";
import { placeOf, readNew, refused, spendAndRefuse, stands } from "./ceremony";

const known = fail({ name: "conflict", code: "passkey_known", detail: "This passkey is in use here already." });

/** Takes over the passkey that a browser has just made. Failures: invalid, conflict. */
export async function addPasskey(ctx: Ctx, given: PasskeyInput): Promise<Result<Done>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return fail({ name: "unauthenticated" });
  const [place, parsed] = [placeOf(ctx), parseInput(passkeyInput, given)];
  if (!place.ok) return place;
  if (!parsed.ok) return parsed.failure.name === "invalid" && parsed.failure.fields.name ? parsed : refused;
  const { name, credential, commitId = ctx.id() } = parsed.value;
  const tokenHash = await ctx.secrets.hash(credential.challenge);
  const made = await readNew(place.value, credential.challenge, credential as RegistrationResponseJSON);
  const transports = credential.response.transports ?? [];
  const id = ctx.id();
  return changing(ctx, async () => {
    const queries = [
      priorCommit(ctx, commitId),
      challengeByHash(ctx, tokenHash),
      passkeysOf(ctx, actor.id),
      passkeyByCredential(ctx, made?.credentialId ?? ""),
    ] as const;
    const [prior, [challenge], mine, [taken]] = await read(ctx, ...queries);
    const replay = replayOf(prior, null);
    if (replay) return replay;
    const now = ctx.now();
    if (!stands(challenge, "passkey_new", actor.id, now)) return refused;
    if (!made) return spendAndRefuse(ctx, tokenHash);
    if (taken) return known;
    if (mine.length >= passkeysLimit) return fullOfPasskeys;
    const row = { ...made, id, personId: actor.id, name, transports, createdAt: now };
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      guards: [challengeStands(tokenHash, now)],
      changes: [spendChallenge(tokenHash), ...insertRows(passkey, [row])],
      audit: { action: "passkey.add", subjectKind: "passkey", subjectId: id, after: { name } },
    });
  });
}
