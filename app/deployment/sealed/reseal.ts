import type { Ctx } from "~/platform/ctx";

/** What stands beside what is saved: under the old secret it is sealed again, so that the old one may go; else as it was. */
export async function resealed(ctx: Ctx, sealed: string): Promise<string> {
  if ((await ctx.secrets.standing(sealed)) !== "old") return sealed;
  const text = await ctx.secrets.open(sealed);
  return text === null ? sealed : ctx.secrets.seal(text);
}
