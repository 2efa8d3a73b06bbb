import type { Ctx } from "~/platform/ctx";

/** A new uuid: its hash finds the heartbeat, its sealed text is shown to admins. */
export async function newUuidAddress(ctx: Ctx) {
  const uuid = ctx.uuid();
  return { tokenHash: await ctx.secrets.hash(uuid), tokenSealed: await ctx.secrets.seal(uuid) };
}

/** Where it is pinged by its uuid; null when that was sealed with a secret that is gone. It goes on taking pings. */
export async function pingUrlOf(ctx: Ctx, row: { tokenSealed: string }): Promise<string | null> {
  const uuid = await ctx.secrets.open(row.tokenSealed);
  return uuid === null ? null : `${ctx.config.origin}/ping/${uuid}`;
}

/** Where it is pinged by email; null where no mail comes in, or its secret is gone. */
export function mailAddressOf(ctx: Ctx, pingUrl: string | null): string | null {
  const { mailDomain } = ctx.config;
  return pingUrl && mailDomain ? `${pingUrl.slice(pingUrl.lastIndexOf("/") + 1)}@${mailDomain}` : null;
}

/** Where it is pinged by the page's key and its slug; null where either is missing, or the key's secret is gone. */
export async function slugUrlOf(ctx: Ctx, page: { pingKeySealed: string | null } | undefined, slug: string) {
  if (!page?.pingKeySealed || slug === "") return null;
  const key = await ctx.secrets.open(page.pingKeySealed);
  return key === null ? null : `${ctx.config.origin}/ping/${key}/${slug}`;
}
