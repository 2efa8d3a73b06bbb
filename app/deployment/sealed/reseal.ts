import type { Ctx } from "~/platform/ctx";

/**
 * Returns a text that is saved along with a change: sealed again when it is under the old secret, so that the old one
 * can be removed; else unchanged.
 */
export async function resealText(ctx: Ctx, sealed: string): Promise<string> {
  if ((await ctx.secrets.standing(sealed)) !== "old") return sealed;
  const text = await ctx.secrets.open(sealed);
  return text === null ? sealed : ctx.secrets.seal(text);
}
