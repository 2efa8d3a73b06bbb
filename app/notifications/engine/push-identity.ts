import { generateVapidKeyPair, type VapidKeyPair } from "~/channels/contract/push-identity";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { savePushKeyStatement, sealedPushKeyQuery } from "../queries/push-key";

async function stored(ctx: Ctx) {
  const [[row]] = await readBatch(ctx, sealedPushKeyQuery(ctx));
  const sealed = row?.sealed ?? null;
  return { sealed, text: sealed === null ? null : await ctx.secrets.open(sealed) };
}

/**
 * Returns the key pair by which push services know this deployment. It stays the same, because browsers subscribe with
 * it. It is created on first use or when it can no longer be decrypted, and encrypted again after the secret was
 * rotated. One statement when nothing is written.
 */
export async function readOrCreateVapidKeyPair(ctx: Ctx): Promise<VapidKeyPair> {
  const { sealed, text } = await stored(ctx);
  if (sealed !== null && text !== null && (await ctx.secrets.standing(sealed)) === "current") return JSON.parse(text);
  const kept = text ?? JSON.stringify(await generateVapidKeyPair());
  await runBatch(ctx, [savePushKeyStatement(sealed, await ctx.secrets.seal(kept))]);
  // When two callers made a key at once, the stored one is used.
  const now = await stored(ctx);
  return JSON.parse(now.text ?? kept);
}
