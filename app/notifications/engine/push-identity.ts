import { newPushIdentity, type PushIdentity } from "~/channels/contract/push-identity";
import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { pushKeySealed, savePushKey } from "../queries/push-key";

async function stored(ctx: Ctx) {
  const [[row]] = await read(ctx, pushKeySealed(ctx));
  const sealed = row?.sealed ?? null;
  return { sealed, text: sealed === null ? null : await ctx.secrets.open(sealed) };
}

/**
 * The key by which push services know this deployment: browsers subscribe for it, so it stays. Made when it is first
 * asked for, or when nothing opens it any more; sealed again when the secret was rotated. One statement, then.
 */
export async function pushIdentity(ctx: Ctx): Promise<PushIdentity> {
  const { sealed, text } = await stored(ctx);
  if (sealed !== null && text !== null && (await ctx.secrets.standing(sealed)) === "current") return JSON.parse(text);
  const kept = text ?? JSON.stringify(await newPushIdentity());
  await runBatch(ctx, [savePushKey(sealed, await ctx.secrets.seal(kept))]);
  // Of two who made one at once, one was kept.
  const now = await stored(ctx);
  return JSON.parse(now.text ?? kept);
}
