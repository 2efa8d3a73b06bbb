import { channelOf } from "~/channels/kinds/known-kinds";
import { goneFailure, invalid, ok, type Result } from "~/failures/failure";
import { typedCode } from "~/notifications/rules/proof-code";
import type { Ctx } from "~/platform/ctx";
import { makeLimiter } from "~/platform/limiter";
import { hourMs } from "~/time/durations";
import type { ConfirmedSubscription } from "./confirm-wish";
import { codeOf, type ProofRequest, readProof } from "./proof-asked";
import { type StartedProof, sendProof } from "./start-in-way";
import { subscribeProvenEndpoint } from "./subscribe-endpoint";
import { settingsWith } from "./way-address";

export interface ProofSubmission {
  pageId: string;
  proof: string;
  code: string;
  commitId?: string | undefined;
}

/** Most attempts at one code within an hour; after that the visitor must start again. */
const maxTriesPerHour = 10;
const tries = makeLimiter(hourMs);

/**
 * Subscribes a visitor who enters the right code, which verifies the address; the subscriber is stored only now.
 * Failures: invalid (`code`), limited, gone.
 */
export async function proveInWay(ctx: Ctx, given: ProofSubmission): Promise<Result<ConfirmedSubscription>> {
  const { pageId, proof, code, commitId = ctx.id() } = given;
  const asked = await readProof(ctx, proof);
  if (asked?.pageId !== pageId) return goneFailure;
  if (!tries.take(asked.nonce, maxTriesPerHour, ctx.now()).allowed) return goneFailure;
  if (typedCode(code) !== typedCode(await codeOf(ctx, asked))) return invalid("code", "subscriber.code");
  const { kind, address, targetSealed, wish } = asked;
  return subscribeProvenEndpoint(ctx, { pageId, commitId, kind, address, targetSealed, wish });
}

async function targetOf(ctx: Ctx, { targetSealed }: ProofRequest): Promise<Record<string, unknown> | null> {
  const text = await ctx.secrets.open(targetSealed);
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}

/** Returns the data of the form for showing it again; null when it has expired. */
export async function readStartedProof(
  ctx: Ctx,
  { pageId, proof }: Pick<ProofSubmission, "pageId" | "proof">,
): Promise<StartedProof | null> {
  const asked = await readProof(ctx, proof);
  if (asked?.pageId !== pageId) return null;
  const { secret = null } = ((await targetOf(ctx, asked)) ?? {}) as { secret?: string };
  return { proof, shown: asked.shown, secret };
}

/** Sends the code again, within the same limits. Failures: invalid (`address`, `phone`, `proof`), limited, gone. */
export async function proveAgain(
  ctx: Ctx,
  { pageId, proof }: Pick<ProofSubmission, "pageId" | "proof">,
): Promise<Result<null>> {
  const asked = await readProof(ctx, proof);
  if (asked?.pageId !== pageId) return goneFailure;
  const { kind, shown, among } = asked;
  const [adapter, target] = [channelOf(kind), await targetOf(ctx, asked)];
  const settings = adapter && target && (await settingsWith(ctx, adapter, target));
  if (!settings) return goneFailure;
  const sent = await sendProof(ctx, { kind, adapter, target, settings, name: asked.address, shown, among }, asked);
  return sent.ok ? ok(null) : sent;
}
