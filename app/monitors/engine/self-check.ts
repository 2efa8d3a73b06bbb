import type { Ctx } from "~/platform/ctx";

/** The address itself, for whoever asks it; null = none is set, or it was sealed with a secret that is gone. */
export async function openSelfCheck(ctx: Ctx, sealed: string | null): Promise<string | null> {
  if (sealed === null) return null;
  const url = await ctx.secrets.open(sealed);
  if (url === null) ctx.log.warn("self_check.unreadable");
  return url;
}
