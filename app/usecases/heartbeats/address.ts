import type { Ctx } from "~/platform/ctx";

/** A new uuid: its hash finds the heartbeat, its sealed text is shown to admins. */
export async function newUuidAddress(ctx: Ctx) {
  const uuid = ctx.uuid();
  return { tokenHash: await ctx.secrets.hash(uuid), tokenSealed: await ctx.secrets.seal(uuid) };
}

/** Where it is pinged by its uuid. */
export const pingUrlOf = async (ctx: Ctx, row: { tokenSealed: string }): Promise<string> =>
  `${ctx.config.origin}/ping/${await ctx.secrets.open(row.tokenSealed)}`;

/** Where it is pinged by the page's key and its slug; null where either is missing. */
export async function slugUrlOf(ctx: Ctx, page: { pingKeySealed: string | null } | undefined, slug: string) {
  if (!page?.pingKeySealed || slug === "") return null;
  return `${ctx.config.origin}/ping/${await ctx.secrets.open(page.pingKeySealed)}/${slug}`;
}
