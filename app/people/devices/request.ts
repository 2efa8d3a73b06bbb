import { commitPlan } from "~/commit/commit";
import { decideWithRetry } from "~/commit/decide-with-retry";
import { readBatch } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import { networkPrefix } from "~/net/network-prefix";
import type { Ctx } from "~/platform/ctx";
import { dailyLimitFailure, reserveStrangerRows } from "../mails/stranger-rows";
import { insertDeviceCodeStatements, openDeviceCodesQuery } from "../queries/device-code";
import { apiTokenPrefix } from "../rules/api-token";
import { deviceCodeLifetimeMs, maxOpenDeviceCodes, sanitiseProgramText, userCodeFromHash } from "../rules/device-code";

/** Facts that the program says of itself, and its place. */
export interface DeviceCodeRequest {
  client: string;
  /** Name of its machine. */
  name: string;
  /** Network address of the request, as the edge reports it. */
  from: string | null;
  /** City and country of that address, if the edge knows them. */
  place: string;
}

export interface DeviceCodes {
  deviceCode: string;
  userCode: string;
}

const maxClientChars = 60;
const maxNameChars = 80;

/** The text that is signed in place of a typed code, so that nobody who reads the database can try all codes. */
export const userCodeSigningText = (userCode: string): string => `device-user-code.${userCode}`;

/** Returns the token that belongs to a program's code; the database knows neither. */
export const deriveTokenOfDeviceCode = async (ctx: Ctx, deviceCode: string): Promise<string> =>
  `${apiTokenPrefix}${await ctx.secrets.sign(`device-token.${deviceCode}`)}`;

async function newCodes(ctx: Ctx): Promise<DeviceCodes> {
  return { deviceCode: ctx.token(), userCode: userCodeFromHash(await ctx.secrets.hash(ctx.token())) };
}

async function rowOf(
  ctx: Ctx,
  { client, name, from, place }: DeviceCodeRequest,
  { deviceCode, userCode }: DeviceCodes,
) {
  const { hash, sign } = ctx.secrets;
  const now = ctx.now();
  return {
    deviceHash: await hash(deviceCode),
    userHash: await sign(userCodeSigningText(userCode)),
    tokenHash: await hash(await deriveTokenOfDeviceCode(ctx, deviceCode)),
    client: sanitiseProgramText(client, maxClientChars),
    name: sanitiseProgramText(name, maxNameChars),
    address: sanitiseProgramText([from ?? "", place].filter(Boolean).join(", "), maxNameChars),
    network: networkPrefix(from),
    state: "open" as const,
    createdAt: now,
    expiresAt: now + deviceCodeLifetimeMs,
  };
}

/**
 * Stores a request of a program to sign in as a person. Failures: limited, when this network or all together have too
 * many open requests, or the day's rows for them are used up.
 */
export async function requestDeviceCode(ctx: Ctx, given: DeviceCodeRequest): Promise<Result<DeviceCodes>> {
  const codes = await newCodes(ctx);
  const row = await rowOf(ctx, given, codes);
  const id = ctx.id();
  return decideWithRetry(ctx, async (): Promise<Result<DeviceCodes>> => {
    const [[open]] = await readBatch(ctx, openDeviceCodesQuery(ctx, row.network, ctx.now()));
    const { all = 0, ofNetwork = 0 } = open ?? {};
    if (all >= maxOpenDeviceCodes.all || ofNetwork >= maxOpenDeviceCodes.network)
      return fail({ name: "limited", retryAfter: deviceCodeLifetimeMs / 1000 });
    const rows = await reserveStrangerRows(ctx, "device");
    if (!rows) return dailyLimitFailure(ctx);
    const changes = [...insertDeviceCodeStatements(row), ...rows.changes];
    await commitPlan(ctx, { id, pageId: null, guards: rows.guards, changes });
    return ok(codes);
  });
}
