import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { priorCommit } from "~/audit/queries/audit";
import { type ChangeResult, replayOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { read } from "~/db/read";
import { passkey } from "~/db/schema";
import { insertRows } from "~/db/write";
import { fail, type Result, unauthenticatedFailure } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { accountNews } from "../account-news";
import { challengeByHash, passkeyByCredential, passkeysOf } from "../queries/credentials";
import { type PasskeyInput, passkeyInput } from "../rules/credentials-input";
import { maxPasskeys } from "../rules/passkey";
import { fullOfPasskeys } from "./begin";
import { openChallenge, passkeyRefusal, placeOf, readNew, spend } from "./ceremony";

const known = fail({ name: "conflict", code: "passkey_known", detail: "passkey.known" });

/** Stores the passkey that the browser with this mark has just created. Failures: invalid, conflict. */
export async function addPasskey(
  ctx: Ctx,
  given: PasskeyInput & { mark: string | null },
): Promise<Result<ChangeResult>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const [place, parsed] = [placeOf(ctx), parseInput(passkeyInput, given)];
  if (!place.ok) return place;
  if (!parsed.ok) return parsed.failure.name === "invalid" && parsed.failure.fields.name ? parsed : passkeyRefusal;
  const { name, credential, commitId = ctx.id() } = parsed.value;
  const bound = { mark: given.mark ?? "", personId: actor.id };
  const challenge = await openChallenge(ctx, credential.challenge, "passkey_new", bound);
  const made = await readNew(place.value, credential.challenge, credential as RegistrationResponseJSON);
  const transports = credential.response.transports ?? [];
  const id = ctx.id();
  return commitChangeWithRetry(ctx, async () => {
    const queries = [
      priorCommit(ctx, commitId),
      challengeByHash(ctx, challenge?.tokenHash ?? ""),
      passkeysOf(ctx, actor.id),
      passkeyByCredential(ctx, made?.credentialId ?? ""),
    ] as const;
    const [prior, [spent], mine, [taken]] = await read(ctx, ...queries);
    const replay = replayOf(prior, null);
    if (replay) return replay;
    if (!challenge || spent || !made) return passkeyRefusal;
    if (taken) return known;
    if (mine.length >= maxPasskeys) return fullOfPasskeys;
    const row = { ...made, id, personId: actor.id, name, transports, createdAt: ctx.now() };
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      changes: [...spend(challenge), ...insertRows(passkey, [row])],
      notices: [await accountNews(ctx, { personId: actor.id, event: "passkey_added" })],
      audit: { action: "passkey.add", subjectKind: "passkey", subjectId: id, after: { name } },
    });
  });
}
