import type { Ctx } from "~/platform/ctx";

/** Sealed with the deployment's key: nobody makes or alters one, nothing of it is stored, and no log reads what is in it. */
export const sealLink = (ctx: Ctx, purpose: string, what: object): Promise<string> =>
  ctx.secrets.seal(JSON.stringify({ purpose, ...what }));

/** What it holds; null when we did not make it, or for another purpose, or when its time is over. */
export async function openLink<What extends { expiresAt: number }>(
  ctx: Ctx,
  purpose: string,
  token: string,
): Promise<What | null> {
  if (!/^[\w-]{8}\.[\w-]{40,12000}$/.test(token)) return null;
  const text = await ctx.secrets.open(token);
  const found = text === null ? null : (JSON.parse(text) as What & { purpose?: string });
  return found?.purpose === purpose && found.expiresAt > ctx.now() ? found : null;
}
