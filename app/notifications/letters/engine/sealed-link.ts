import type { Ctx } from "~/platform/ctx";

/**
 * Returns a token sealed with the deployment's key: it cannot be forged or altered, nothing of it is stored, and logs
 * cannot reveal its content.
 */
export const sealLinkToken = (ctx: Ctx, purpose: string, what: object): Promise<string> =>
  ctx.secrets.seal(JSON.stringify({ purpose, ...what }));

/**
 * Returns a token's content; null when this deployment did not make it, when it is for another purpose, or when it has
 * expired.
 */
export async function openLinkToken<What extends { expiresAt: number }>(
  ctx: Ctx,
  purpose: string,
  token: string,
): Promise<What | null> {
  if (!/^[\w-]{8}\.[\w-]{40,12000}$/.test(token)) return null;
  const text = await ctx.secrets.open(token);
  const found = text === null ? null : (JSON.parse(text) as What & { purpose?: string });
  return found?.purpose === purpose && found.expiresAt > ctx.now() ? found : null;
}
