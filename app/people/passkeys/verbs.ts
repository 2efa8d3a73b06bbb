import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { priorCommit } from "~/audit/queries/audit";
import { changeOne } from "~/change/change-one";
import { type ChangeResult, replayOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { read } from "~/db/read";
import { passkey } from "~/db/schema";
import { insertRows } from "~/db/write";
import { fail, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { accountNews } from "../account-news";
import { lastWayIn } from "../last-way-in";
import {
  anotherWayIn,
  challengeByHash,
  deletePasskey,
  endOpenWays,
  otherWaysIn,
  passkeyByCredential,
  passkeysOf,
  renamePasskey,
} from "../queries/credentials";
import {
  type CredentialTarget,
  credentialTarget,
  type PasskeyInput,
  type PasskeyRenameInput,
  passkeyInput,
  passkeyRenameInput,
} from "../rules/credentials-input";
import { maxPasskeys, type PasskeyPlace, passkeyPlace } from "../rules/passkey";
import { fullOfPasskeys } from "./begin";
import { openChallenge, passkeyRefusal, placeOf, readNew, spend } from "./ceremony";

export interface PasskeyView {
  id: string;
  name: string;
  /** True when it is also kept in the account of its provider, so that a lost device loses nothing. */
  backedUp: boolean;
  createdAt: number;
  lastUsedAt: number | null;
}

export interface ListedPasskeys {
  passkeys: PasskeyView[];
  place: PasskeyPlace;
}

/** Lists the passkeys of the person who asks, oldest first, and whether there can be any here. */
export async function listPasskeys(ctx: Ctx): Promise<Result<ListedPasskeys>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const [rows] = await read(ctx, passkeysOf(ctx, actor.id));
  const passkeys = rows.map(({ credentialId: _key, transports: _ways, ...view }) => view);
  return ok({ passkeys, place: passkeyPlace(ctx.config.origin) });
}

/** The lookup of one's own passkey; no one can change another person's. */
const minePasskey = (ctx: Ctx, personId: string) => ({
  role: null,
  subject: "passkey" as const,
  row: () => passkeysOf(ctx, personId),
  find: (mine: Awaited<ReturnType<typeof passkeysOf>>, { id }: { id: string }) => mine.find((each) => each.id === id),
});

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

/** Renames one's own passkey. Failures: invalid, missing. */
export async function renameMyPasskey(ctx: Ctx, given: PasskeyRenameInput): Promise<Result<ChangeResult>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  return changeOne(
    ctx,
    {
      ...minePasskey(ctx, actor.id),
      input: passkeyRenameInput,
    },
    given,
    ({ row, fields: { name } }) => {
      if (row.name === name) return ok(null);
      return ok({
        action: "passkey.rename",
        changes: [renamePasskey(row.id, actor.id, name)],
        before: { name: row.name },
        after: { name },
      });
    },
  );
}

/**
 * Removes one's own passkey, and with it every session but the one that asks. The last way to sign in stays. Failures:
 * missing, conflict `last_credential`.
 */
export async function removePasskey(ctx: Ctx, given: CredentialTarget): Promise<Result<ChangeResult>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  return changeOne(
    ctx,
    {
      ...minePasskey(ctx, actor.id),
      input: credentialTarget,
      facts: (_, { id }) => ({ left: otherWaysIn(ctx, actor.id, id) }),
    },
    given,
    ({ row: { id, name }, left: [left] }) => {
      if (!left?.ways) return lastWayIn;
      return ok({
        action: "passkey.remove",
        guards: [anotherWayIn(actor.id, id)],
        changes: [deletePasskey(id, actor.id), ...endOpenWays(actor.id, actor.sessionId, ctx.now())],
        before: { name },
      });
    },
  );
}
