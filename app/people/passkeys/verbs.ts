import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { priorCommitQuery } from "~/audit/queries/audit";
import { changeOneRow } from "~/change/change-one";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import { passkeyTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { fail, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { makeAccountEventNotice } from "../account-news";
import { lastCredentialFailure } from "../last-way-in";
import {
  challengeByHashQuery,
  deletePasskeyStatement,
  endSessionsAndLinksStatements,
  guardOtherCredentialStatement,
  otherCredentialCountQuery,
  passkeyByCredentialIdQuery,
  passkeysOfPersonQuery,
  renamePasskeyStatement,
} from "../queries/credentials";
import {
  type AddPasskeyInput,
  addPasskeyInputSchema,
  type CredentialTargetInput,
  credentialTargetInputSchema,
  type PasskeyRenameInput,
  passkeyRenameInputSchema,
} from "../rules/credentials-input";
import { maxPasskeys, type PasskeyRelyingParty, passkeyRelyingParty } from "../rules/passkey";
import { tooManyPasskeysFailure } from "./begin";
import {
  availableRelyingParty,
  passkeyFailure,
  usedChallengeStatements,
  verifyPasskeyChallenge,
  verifyPasskeyRegistration,
} from "./ceremony";

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
  place: PasskeyRelyingParty;
}

/** Lists the passkeys of the person who asks, oldest first, and whether there can be any here. */
export async function listPasskeys(ctx: Ctx): Promise<Result<ListedPasskeys>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const [rows] = await readBatch(ctx, passkeysOfPersonQuery(ctx, actor.id));
  const passkeys = rows.map(({ credentialId: _key, transports: _ways, ...view }) => view);
  return ok({ passkeys, place: passkeyRelyingParty(ctx.config.origin) });
}

/** Finds a passkey of the person who asks. Nobody can change another person's passkey. */
const minePasskey = (ctx: Ctx, personId: string) => ({
  role: null,
  subject: "passkey" as const,
  row: () => passkeysOfPersonQuery(ctx, personId),
  find: (mine: Awaited<ReturnType<typeof passkeysOfPersonQuery>>, { id }: { id: string }) =>
    mine.find((each) => each.id === id),
});

const known = fail({ name: "conflict", code: "passkey_known", detail: "passkey.known" });

/** Stores the passkey that the browser with this mark has just created. Failures: invalid, conflict. */
export async function addPasskey(
  ctx: Ctx,
  given: AddPasskeyInput & { mark: string | null },
): Promise<Result<ChangeResult>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const [place, parsed] = [availableRelyingParty(ctx), parseInput(addPasskeyInputSchema, given)];
  if (!place.ok) return place;
  if (!parsed.ok) return parsed.failure.name === "invalid" && parsed.failure.fields.name ? parsed : passkeyFailure;
  const { name, credential, commitId = ctx.id() } = parsed.value;
  const bound = { mark: given.mark ?? "", personId: actor.id };
  const challenge = await verifyPasskeyChallenge(ctx, credential.challenge, "passkey_new", bound);
  const made = await verifyPasskeyRegistration(
    place.value,
    credential.challenge,
    credential as RegistrationResponseJSON,
  );
  const transports = credential.response.transports ?? [];
  const id = ctx.id();
  return commitChangeWithRetry(ctx, async () => {
    const queries = [
      priorCommitQuery(ctx, commitId),
      challengeByHashQuery(ctx, challenge?.tokenHash ?? ""),
      passkeysOfPersonQuery(ctx, actor.id),
      passkeyByCredentialIdQuery(ctx, made?.credentialId ?? ""),
    ] as const;
    const [prior, [spent], mine, [taken]] = await readBatch(ctx, ...queries);
    const replay = priorCommitResultOf(prior, null);
    if (replay) return replay;
    if (!challenge || spent || !made) return passkeyFailure;
    if (taken) return known;
    if (mine.length >= maxPasskeys) return tooManyPasskeysFailure;
    const row = { ...made, id, personId: actor.id, name, transports, createdAt: ctx.now() };
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      changes: [...usedChallengeStatements(challenge), ...insertRowsStatements(passkeyTable, [row])],
      notices: [await makeAccountEventNotice(ctx, { personId: actor.id, event: "passkey_added" })],
      audit: { action: "passkey.add", subjectKind: "passkey", subjectId: id, after: { name } },
    });
  });
}

/** Renames one's own passkey. Failures: invalid, missing. */
export async function renameMyPasskey(ctx: Ctx, given: PasskeyRenameInput): Promise<Result<ChangeResult>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  return changeOneRow(
    ctx,
    {
      ...minePasskey(ctx, actor.id),
      input: passkeyRenameInputSchema,
    },
    given,
    ({ row, fields: { name } }) => {
      if (row.name === name) return ok(null);
      return ok({
        action: "passkey.rename",
        changes: [renamePasskeyStatement(row.id, actor.id, name)],
        before: { name: row.name },
        after: { name },
      });
    },
  );
}

/**
 * Removes a passkey of the person, and ends all their sessions except the current one. The last way to sign in cannot
 * be removed. Failures: missing, conflict `last_credential`.
 */
export async function removePasskey(ctx: Ctx, given: CredentialTargetInput): Promise<Result<ChangeResult>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  return changeOneRow(
    ctx,
    {
      ...minePasskey(ctx, actor.id),
      input: credentialTargetInputSchema,
      facts: (_, { id }) => ({ left: otherCredentialCountQuery(ctx, actor.id, id) }),
    },
    given,
    ({ row: { id, name }, left: [left] }) => {
      if (!left?.ways) return lastCredentialFailure;
      return ok({
        action: "passkey.remove",
        guards: [guardOtherCredentialStatement(actor.id, id)],
        changes: [
          deletePasskeyStatement(id, actor.id),
          ...endSessionsAndLinksStatements(actor.id, actor.sessionId, ctx.now()),
        ],
        before: { name },
      });
    },
  );
}
