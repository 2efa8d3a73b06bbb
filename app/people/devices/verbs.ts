import { recordSecurityEvent } from "~/audit/security/security-event";
import type { ChangeResult } from "~/change/change-result";
import { createOnce } from "~/change/create-one";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { apiTokenTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { fail, invalidFieldFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { type Ctx, ctxAsActor } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import { findTokenActor } from "../find-token";
import {
  decideDeviceCodeStatement,
  deviceCodeByUserCodeQuery,
  guardOpenDeviceCodeStatement,
} from "../queries/device-code";
import { apiTokensOfPersonQuery } from "../queries/token";
import { isTokenExpired, maxApiTokens, newTokenExpiry } from "../rules/api-token";
import { type AllowDeviceInput, allowDeviceInputSchema } from "../rules/credentials-input";
import { deviceLimits, isDeviceCodeValid, parseUserCode } from "../rules/device-code";
import { signInWindowMs } from "../rules/sign-in";
import { revokeApiToken } from "../tokens/verbs";
import { userCodeSigningText } from "./request";

const limiter = makeRateLimiter(signInWindowMs);

const wrongCode = invalidFieldFailure("user_code", "token.device_code");
const fullAccount = invalidFieldFailure("", refusalFor("token.limit", { most: maxApiTokens }));

/** A request of a program, as the person who decides sees it. */
export interface DeviceRequestView {
  userCode: string;
  client: string;
  name: string;
  address: string;
  createdAt: number;
}

type DeviceCodeRow = Awaited<ReturnType<typeof deviceCodeByUserCodeQuery>>[number];

const isDecidable = (row: DeviceCodeRow | undefined, now: number): row is DeviceCodeRow =>
  row !== undefined && row.state === "open" && isDeviceCodeValid(row, now);

const hashOfUserCode = (ctx: Ctx, userCode: string) => ctx.secrets.sign(userCodeSigningText(userCode));

/**
 * Finds the open request of a typed code. Each attempt of a person counts before it is compared. Failures: invalid
 * (`user_code`), limited, unauthenticated.
 */
export async function readDeviceRequest(
  ctx: Ctx,
  { userCode: typed, from }: { userCode: string; from: string | null },
): Promise<Result<DeviceRequestView>> {
  if (ctx.actor.kind !== "person") return unauthenticatedFailure;
  const counted = limiter.take(ctx.actor.id, deviceLimits.codes, ctx.now());
  if (!counted.allowed) return fail({ name: "limited", retryAfter: counted.retryAfter });
  const userCode = parseUserCode(typed);
  if (userCode === null) return wrongCode;
  const [[row]] = await readBatch(ctx, deviceCodeByUserCodeQuery(ctx, await hashOfUserCode(ctx, userCode)));
  if (!isDecidable(row, ctx.now())) {
    recordSecurityEvent(ctx, "bad_code", { from });
    return wrongCode;
  }
  const { client, name, address, createdAt } = row;
  return ok({ userCode, client, name, address, createdAt });
}

/**
 * Creates an API token of the person for the program with this code. Failures: invalid (`user_code`: the code has no
 * open request; too many tokens), unauthenticated (also `step_up`).
 */
export async function allowDevice(ctx: Ctx, given: AllowDeviceInput): Promise<Result<ChangeResult>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const userCode = parseUserCode(given.userCode);
  if (userCode === null) return wrongCode;
  const userHash = await hashOfUserCode(ctx, userCode);
  return createOnce(
    ctx,
    {
      role: null,
      subject: "token",
      input: allowDeviceInputSchema,
      prepare: () => ok(null),
      facts: () => ({ mine: apiTokensOfPersonQuery(ctx, actor.id), asked: deviceCodeByUserCodeQuery(ctx, userHash) }),
    },
    given,
    ({ id, input: { role, readOnly, life }, mine, asked: [row] }) => {
      const createdAt = ctx.now();
      if (!isDecidable(row, createdAt)) return wrongCode;
      if (mine.filter((each) => !isTokenExpired(each.expiresAt, createdAt)).length >= maxApiTokens) return fullAccount;
      const rights = { name: row.name, role, readOnly, inUrl: false, expiresAt: newTokenExpiry(life, createdAt) };
      const token = { ...rights, tokenHash: row.tokenHash, createdAt, id, personId: actor.id };
      return ok({
        action: "token.create",
        guards: [guardOpenDeviceCodeStatement(userHash)],
        changes: [decideDeviceCodeStatement(userHash, "allowed"), ...insertRowsStatements(apiTokenTable, [token])],
        after: rights,
      });
    },
  );
}

/** Denies the program of this code; nothing was there, so nothing is audited. Failures: invalid, unauthenticated. */
export async function denyDevice(ctx: Ctx, { userCode: typed }: { userCode: string }): Promise<Result<null>> {
  if (ctx.actor.kind !== "person") return unauthenticatedFailure;
  const userCode = parseUserCode(typed);
  if (userCode === null) return wrongCode;
  await runBatch(ctx, [decideDeviceCodeStatement(await hashOfUserCode(ctx, userCode), "denied")]);
  return ok(null);
}

/** Revokes the token of the request, also a read-only token. An unknown token is treated as revoked (RFC 7009 §2.2). */
export async function revokeShownToken(ctx: Ctx, { token }: { token: string }): Promise<Result<null>> {
  const actor = await findTokenActor(ctx, token);
  if (!actor) return ok(null);
  const revoked = await revokeApiToken(ctxAsActor(ctx, { ...actor, readOnly: false }), { id: actor.id });
  return revoked.ok || revoked.failure.name === "missing" ? ok(null) : revoked;
}
