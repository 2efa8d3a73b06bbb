import type { Ctx } from "~/platform/ctx";

/** Returns the signing secret; null when it has none yet, or it was sealed with a secret that is gone. */
export async function openAgentSigningSecret(
  ctx: Ctx,
  { settingsSealed }: { settingsSealed: string },
): Promise<string | null> {
  const text = await ctx.secrets.open(settingsSealed);
  const { secret } = JSON.parse(text ?? "{}") as { secret?: string };
  return secret ?? null;
}
