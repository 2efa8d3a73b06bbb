import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import { goneFailure, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { normaliseTypedCode } from "~/notifications/rules/verification-code";
import type { Ctx } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import { hourMs } from "~/time/durations";
import type { ConfirmOutcome } from "./confirm-request";
import { deriveVerificationCode, openPendingVerification, type PendingVerification } from "./pending-verification";
import { sendVerificationCode, type VerificationFormData } from "./request-code";
import { subscribeVerifiedEndpoint } from "./subscribe-endpoint";
import { completeChannelSettings } from "./way-address";

export interface VerificationCodeSubmission {
  pageId: string;
  /** Sealed `PendingVerification`, from the form. */
  sealed: string;
  code: string;
  commitId?: string | undefined;
}

/** Most attempts at one code within an hour; after that the visitor must start again. */
const maxTriesPerHour = 10;
const codeTries = makeRateLimiter(hourMs);

/**
 * Subscribes a visitor who enters the right code, which verifies the address; only now is the subscriber stored.
 * Failures: invalid (`code`), limited, gone.
 */
export async function verifyCode(ctx: Ctx, given: VerificationCodeSubmission): Promise<Result<ConfirmOutcome>> {
  const { pageId, sealed, code, commitId = ctx.id() } = given;
  const pending = await openPendingVerification(ctx, sealed);
  if (pending?.pageId !== pageId) return goneFailure;
  if (!codeTries.take(pending.nonce, maxTriesPerHour, ctx.now()).allowed) return goneFailure;
  if (normaliseTypedCode(code) !== normaliseTypedCode(await deriveVerificationCode(ctx, pending)))
    return invalidFieldFailure("code", "subscriber.code");
  const { kind, address, targetSealed, wish: requested } = pending;
  return subscribeVerifiedEndpoint(ctx, { pageId, commitId, kind, address, targetSealed, requested });
}

async function targetOf(ctx: Ctx, { targetSealed }: PendingVerification): Promise<Record<string, unknown> | null> {
  const text = await ctx.secrets.open(targetSealed);
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}

/** Returns the data of the form for showing it again; null when it has expired. */
export async function readVerificationForm(
  ctx: Ctx,
  { pageId, sealed }: Pick<VerificationCodeSubmission, "pageId" | "sealed">,
): Promise<VerificationFormData | null> {
  const pending = await openPendingVerification(ctx, sealed);
  if (pending?.pageId !== pageId) return null;
  const { secret = null } = ((await targetOf(ctx, pending)) ?? {}) as { secret?: string };
  return { sealed, shown: pending.shown, secret };
}

/** Sends the code again, within the same limits. Failures: invalid (`address`, `phone`, `proof`), limited, gone. */
export async function resendVerificationCode(
  ctx: Ctx,
  { pageId, sealed }: Pick<VerificationCodeSubmission, "pageId" | "sealed">,
): Promise<Result<null>> {
  const pending = await openPendingVerification(ctx, sealed);
  if (pending?.pageId !== pageId) return goneFailure;
  const { kind, shown, among } = pending;
  const [adapter, target] = [channelAdapterOf(kind), await targetOf(ctx, pending)];
  const settings = adapter && target && (await completeChannelSettings(ctx, adapter, target));
  if (!settings) return goneFailure;
  const sent = await sendVerificationCode(
    ctx,
    { kind, adapter, target, settings, name: pending.address, shown, among },
    pending,
  );
  return sent.ok ? ok(null) : sent;
}
