import type { Ctx } from "~/platform/ctx";

/**
 * Returns an encrypted text that is saved with a change. It is encrypted again if it uses the old secret, so that the
 * old secret can be removed.
 */
export async function resealText(ctx: Ctx, sealed: string): Promise<string> {
  if ((await ctx.secrets.standing(sealed)) !== "old") return sealed;
  const text = await ctx.secrets.open(sealed);
  return text === null ? sealed : ctx.secrets.seal(text);
}
