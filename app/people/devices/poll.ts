import { isTokenShaped } from "~/access/session";
import { readBatch } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import { networkPrefix } from "~/net/network-prefix";
import type { Ctx } from "~/platform/ctx";
import { BoundedMap, oncePerDeployment } from "~/platform/isolate";
import { makeRateLimiter } from "~/platform/limiter";
import { minuteMs } from "~/time/durations";
import { deviceCodeWithTokenQuery } from "../queries/device-code";
import {
  countDevicePoll,
  type DeviceGrantAnswer,
  type DevicePoll,
  deviceGrantAnswer,
  deviceLimits,
} from "../rules/device-code";
import { deriveTokenOfDeviceCode } from "./request";

/** The questions of programs are counted in memory, so that they cost no row. */
const polls = oncePerDeployment(() => new BoundedMap<string, DevicePoll>(1000));
const limiter = makeRateLimiter(minuteMs);

export interface DeviceTokenAnswer {
  answer: DeviceGrantAnswer | "slow_down";
  token?: string;
  /** Seconds until the token expires; null when it does not. */
  expiresIn?: number | null;
}

function isTooEarly(ctx: Ctx, deviceHash: string): boolean {
  const known = polls(ctx);
  const { early, next } = countDevicePoll(known.get(deviceHash), ctx.now());
  known.set(deviceHash, next);
  return early;
}

/**
 * Answers a program that asks for its token. It gets the same token each time until the code expires, so that a lost
 * response can be repeated. A token that was revoked meanwhile is denied. Failures: limited (the network).
 */
export async function pollDeviceToken(
  ctx: Ctx,
  { deviceCode, from }: { deviceCode: string; from: string | null },
): Promise<Result<DeviceTokenAnswer>> {
  const counted = limiter.take(networkPrefix(from), deviceLimits.polls, ctx.now());
  if (!counted.allowed) return fail({ name: "limited", retryAfter: counted.retryAfter });
  if (!isTokenShaped(deviceCode)) return ok({ answer: "expired_token" });
  const deviceHash = await ctx.secrets.hash(deviceCode);
  if (isTooEarly(ctx, deviceHash)) return ok({ answer: "slow_down" });
  const [[row]] = await readBatch(ctx, deviceCodeWithTokenQuery(ctx, deviceHash));
  const answer = deviceGrantAnswer(row, ctx.now());
  if (answer !== "token" || !row) return ok({ answer });
  const token = await deriveTokenOfDeviceCode(ctx, deviceCode);
  // If UPFRONT_SECRET was changed meanwhile, the token would differ from the token that was allowed.
  if ((await ctx.secrets.hash(token)) !== row.tokenHash) return ok({ answer: "expired_token" });
  if (row.tokenId === null) return ok({ answer: "access_denied" });
  const { tokenExpiresAt: until } = row;
  return ok({ answer, token, expiresIn: until === null ? null : Math.floor((until - ctx.now()) / 1000) });
}
